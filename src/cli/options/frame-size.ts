import { type Size, SMALLEST } from '../../ui/program/layout.ts';
import { UsageError } from './options.ts';

const LARGEST: Size = { columns: 500, rows: 200 };
const DEFAULT: Size = { columns: 120, rows: 40 };

/** Parses `120x40`. Without a text, the size of the terminal minus the row of the prompt. Throws a `UsageError`. */
export function parseFrameSize(size: string | undefined, output: Partial<Size>): Size {
  if (size === undefined) {
    const { columns = DEFAULT.columns, rows = DEFAULT.rows + 1 } = output;
    return { columns, rows: rows - 1 };
  }
  const [, columns = 0, rows = 0] = (/^(\d{1,4})x(\d{1,4})$/.exec(size) ?? []).map(Number);
  if (isBetween(columns, SMALLEST.columns, LARGEST.columns) && isBetween(rows, SMALLEST.rows, LARGEST.rows))
    return { columns, rows };
  throw new UsageError(
    `--size: expected COLUMNSxROWS, from ${sizeText(SMALLEST)} to ${sizeText(LARGEST)}, such as ${sizeText(DEFAULT)}`,
  );
}

function isBetween(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function sizeText({ columns, rows }: Size): string {
  return `${columns}x${rows}`;
}
