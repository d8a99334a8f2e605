import { LineCounter, parseDocument } from 'yaml';
import { offsetOf } from './offset.ts';

/** Finds the lines of a configuration that holds no error: the line of the value at a path, from 1 on. */
export function linesOf(text: string): (path: readonly string[]) => number {
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines });
  return (path) => lines.linePos(offsetOf(contents, path)).line;
}
