import { safeJson } from '../../base/safe-markup.ts';
import { safeText } from '../../base/safe-text.ts';
import type { Size } from '../../ui/program/layout.ts';

const CLEAR = '\x1b[2J';
const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';
const CLEAR_LINE = '\x1b[2K';

export interface Asciicast {
  /** Adds a frame, one line per row, this many seconds after the previous one. */
  frame(text: string, after: number): void;
  /** The whole file. */
  text(): string;
}

/**
 * An asciinema recording, version 2, which every asciinema since 2.0 plays: one line of JSON for each change. Only
 * changed rows are written.
 */
export function createAsciicast({ columns, rows }: Size, title: string, begin: number): Asciicast {
  const header = {
    version: 2,
    width: columns,
    height: rows,
    timestamp: Math.floor(begin / 1000),
    title: safeText(title),
    env: { TERM: 'xterm-256color' },
  };
  const lines = [safeJson(header, 'line')];
  let shown: readonly string[] = [];
  let at = 0;
  const write = (data: string) => {
    lines.push(safeJson([Number(at.toFixed(3)), 'o', data], 'line'));
  };
  write(`${HIDE_CURSOR}${CLEAR}`);
  return {
    frame(text, after) {
      at += after;
      const next = text.split('\n').slice(0, rows);
      const changes = next.flatMap((line, y) =>
        line === shown[y] ? [] : [`\x1b[${y + 1};1H${CLEAR_LINE}${line}`],
      );
      shown = next;
      if (changes.length > 0) write(changes.join(''));
    },
    text() {
      write(SHOW_CURSOR);
      return lines.join('');
    },
  };
}
