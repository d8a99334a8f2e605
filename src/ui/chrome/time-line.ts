import type { ReplayStatus, TimeStatus } from '../../actions/time-travel.ts';
import { DAY_MS } from '../../base/durations.ts';
import { clockTime, dateTime } from '../../base/format.ts';
import type { Line, Span } from '../../base/text.ts';
import { lineWidth } from '../../base/width.ts';
import { spanWords } from '../../views/formats/spans.ts';

/** The row of a replay: its state, the position in the recording, and marks of problems. */
export function replayLine(status: ReplayStatus, width: number, ascii: boolean): Line {
  const sign = replaySigns[stateOf(status)][ascii ? 'plain' : 'sign'];
  return timeLine(`${sign} ${status.speed}×`, status, width, ascii);
}

const replaySigns = {
  seeking: { sign: '…', plain: '..' },
  ended: { sign: '■', plain: 'end' },
  playing: { sign: '▶', plain: '>' },
  paused: { sign: '❚❚', plain: '||' },
} as const;

function stateOf({ playing, to, seeking, at }: ReplayStatus): keyof typeof replaySigns {
  if (seeking) return 'seeking';
  if (at >= to) return 'ended';
  return playing ? 'playing' : 'paused';
}

/** The row of the past: the stretch of time that it covers, and the position of the screen in it. */
export function pastLine(status: TimeStatus, width: number, ascii: boolean): Line {
  const reading = ascii ? '..' : '…';
  const shown = ascii ? '<' : '◀';
  const sign = status.seeking ? reading : shown;
  return timeLine(`${sign} ${spanWords(status.to - status.from)}`, status, width, ascii);
}

function timeLine(words: string, status: TimeStatus, width: number, ascii: boolean): Line {
  const { from, to } = status;
  // For more than a day the time of day alone is ambiguous, so the date is added.
  const label = (at: number) => (to - from >= DAY_MS ? dateTime(at).slice(5, 16) : clockTime(at));
  const left: Span[] = [
    { text: ` ${words} `, tone: 'demo' },
    { text: ` ${label(from)} `, tone: 'dim' },
  ];
  const right: Span[] = [{ text: ` ${label(to)} `, tone: 'dim' }];
  const room = Math.max(0, width - lineWidth(left) - lineWidth(right));
  return [...left, ...track(status, room, ascii), ...right];
}

/**
 * Each cell stands for an equal part of the time and shows one thing: the current moment, the worst problem, or
 * whether that part was searched.
 */
function track(
  { from, to, at, marks, searchedFrom, searchedTo }: TimeStatus,
  width: number,
  ascii: boolean,
): Span[] {
  const cellOf = (moment: number) =>
    to > from ? Math.min(width - 1, Math.floor(((moment - from) / (to - from)) * width)) : 0;
  const [known, unknown] = ascii ? ['-', '.'] : ['─', '┄'];
  const cells: Span[] = Array.from({ length: width }, (_, cell) => {
    const isSearched = cell >= cellOf(searchedFrom) && cell <= cellOf(searchedTo);
    return { text: isSearched ? known : unknown, tone: 'faint' };
  });
  const worst = new Map<number, 'warning' | 'critical'>();
  for (const mark of marks) {
    const cell = cellOf(mark.at);
    const other = worst.get(cell);
    if (other === 'critical' || other === mark.severity) continue;
    worst.set(cell, mark.severity);
    cells[cell] =
      mark.severity === 'critical'
        ? { text: ascii ? 'X' : '✖', tone: 'crit' }
        : { text: ascii ? '!' : '▲', tone: 'warn' };
  }
  const here = cells[cellOf(at)];
  if (here) {
    const free = !worst.has(cellOf(at));
    cells[cellOf(at)] = free
      ? { text: ascii ? '#' : '●', tone: 'accent', on: 'select' }
      : { ...here, on: 'select' };
  }
  return joined(cells);
}

function joined(cells: readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (const cell of cells) {
    const last = spans.at(-1);
    if (last && last.tone === cell.tone && last.on === cell.on) {
      spans[spans.length - 1] = { ...last, text: last.text + cell.text };
    } else spans.push(cell);
  }
  return spans;
}
