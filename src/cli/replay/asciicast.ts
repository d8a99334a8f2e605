import { safeJson } from '../../base/safe-markup.ts';
import { safeText } from '../../base/safe-text.ts';
import type { Size } from '../../ui/program/layout.ts';

const CLEAR = '\x1b[2J';
const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';
const CLEAR_LINE = '\x1b[2K';

/** Versions of asciinema's format: every asciinema plays 2, from 3.0 on they also play 3. */
export const castVersions = ['2', '3'] as const;

interface CastOptions {
  readonly title: string;
  /** Unix ms. */
  readonly begin: number;
  readonly version: (typeof castVersions)[number];
}

/** An asciinema recording: one line of JSON for each change. Only changed rows are written. */
export function createAsciicast({ columns, rows }: Size, { title, begin, version }: CastOptions) {
  const type = 'xterm-256color';
  const form =
    version === '2'
      ? { version: 2, width: columns, height: rows, env: { TERM: type } }
      : { version: 3, term: { cols: columns, rows, type } };
  const header = { ...form, timestamp: Math.floor(begin / 1000), title: safeText(title) };
  const lines = [safeJson(header, 'line')];
  let shown: readonly string[] = [];
  let at = 0;
  const write = (data: string) => {
    lines.push(safeJson([Number(at.toFixed(3)), 'o', data], 'line'));
    // Version 2 has the seconds since the beginning, version 3 those since the line before.
    if (version === '3') at = 0;
  };
  write(`${HIDE_CURSOR}${CLEAR}`);
  return {
    /** Adds a frame, one line per row, this many seconds after the previous one. */
    frame(text: string, after: number): void {
      at += after;
      const next = text.split('\n').slice(0, rows);
      const changes = next.flatMap((line, y) =>
        line === shown[y] ? [] : [`\x1b[${y + 1};1H${CLEAR_LINE}${line}`],
      );
      shown = next;
      if (changes.length > 0) write(changes.join(''));
    },
    /** The whole file. */
    text(): string {
      write(SHOW_CURSOR);
      return lines.join('');
    },
  };
}
