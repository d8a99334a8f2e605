import { globSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** One figure of the weight. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** It varies from run to run, so a tenth above its limit is still within it. */
  readonly varies?: boolean | undefined;
  /** What is printed beside it and has no limit. */
  readonly note?: string | undefined;
}

const root = resolve(import.meta.dirname, '../..');

/** Lines, files and code lines of the sources by folder, kilobytes of what is built: exact, and counted in a second. */
export function stillFigures(): readonly Figure[] {
  return [...sources('src'), ...sources('test'), ...built()];
}

function sources(folder: string): readonly Figure[] {
  const all = globSync('**/*.{ts,tsx}', { cwd: join(root, folder) }).map((path) => {
    const lines = readFileSync(join(root, folder, path), 'utf8')
      .trimEnd()
      .split('\n');
    const [first = '*', second] = path.split(/[\\/]/);
    return {
      within: second === undefined ? '*' : first,
      lines: lines.length,
      code: lines.filter(isCode).length,
    };
  });
  const sum = (files: typeof all, of: 'lines' | 'code') => files.reduce((total, one) => total + one[of], 0);
  const folders = [...Map.groupBy(all, ({ within }) => within)].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    { name: `${folder}: lines`, value: sum(all, 'lines') },
    { name: `${folder}: files`, value: all.length },
    { name: `${folder}: code lines`, value: sum(all, 'code') },
    ...folders.map(([within, files]) => ({
      name: `${folder}/${within}: lines`,
      value: sum(files, 'lines'),
      note: `${files.length} files, ${sum(files, 'code')} code lines`,
    })),
  ];
}

/** Neither blank nor a comment of its own. */
const isCode = (line: string) => !/^\s*(?:$|\/\/|\/\*|\*)/.test(line);

function built(): readonly Figure[] {
  const dist = join(root, 'dist');
  return globSync('*', { cwd: dist })
    .sort()
    .map((file) => ({ name: `dist/${file}: KB`, value: Math.ceil(statSync(join(dist, file)).size / 1_000) }));
}
