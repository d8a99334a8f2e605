import { isSea } from 'node:sea';

/** The words that start this program once more: Node and its file, or the executable that contains both. */
export function ownCommand(): readonly string[] {
  const [node = process.execPath, file = ''] = process.argv;
  return isSea() ? [process.execPath] : [node, file];
}
