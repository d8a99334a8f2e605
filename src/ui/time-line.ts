import type { ReplayStatus } from '../actions/time-travel.ts';
import { clockTime } from '../base/format.ts';
import type { Line, Span } from '../base/text.ts';
import { lineWidth } from '../base/width.ts';

/** The row of a replay: what it does, and where in the recording it is, with the problems that lie around. */
export function timeLine(status: ReplayStatus, width: number, ascii: boolean): Line {
  const { playing, speed, from, to, seeking, at } = status;
  const state = seeking ? '…' : at >= to ? '■' : playing ? '▶' : '❚❚';
  const plain = seeking ? '..' : at >= to ? 'end' : playing ? '>' : '||';
  const left: Span[] = [
    { text: ` ${ascii ? plain : state} ${speed}× `, tone: 'demo' },
    { text: ` ${clockTime(from)} `, tone: 'dim' },
  ];
  const right: Span[] = [{ text: ` ${clockTime(to)} `, tone: 'dim' }];
  const room = Math.max(0, width - lineWidth(left) - lineWidth(right));
  return [...left, ...track(status, room, ascii), ...right];
}

/** One cell is so much time: the moment shown, the worst problem in it, what was searched, what was not. */
function track({ from, to, at, marks, searchedTo }: ReplayStatus, width: number, ascii: boolean): Span[] {
  const cellOf = (moment: number) =>
    to > from ? Math.min(width - 1, Math.floor(((moment - from) / (to - from)) * width)) : 0;
  const cells: Span[] = Array.from({ length: width }, (_, cell) => {
    const searched = cell <= cellOf(searchedTo);
    return { text: ascii ? (searched ? '-' : '.') : searched ? '─' : '┄', tone: 'faint' };
  });
  const worse = { info: 0, warning: 1, critical: 2 } as const;
  const worst = new Map<number, 'warning' | 'critical'>();
  for (const mark of marks) {
    const cell = cellOf(mark.at);
    const known = worst.get(cell);
    if (mark.severity === 'info' || (known && worse[known] >= worse[mark.severity])) continue;
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
