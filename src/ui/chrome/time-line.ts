import type { ReplayStatus, TimeStatus } from '../../actions/time-travel.ts';
import { DAY_MS } from '../../base/durations.ts';
import { clockTime, dateTime } from '../../base/format.ts';
import { type Line, type Rect, type Span, toned } from '../../base/text.ts';
import { fitLine, lineWidth } from '../../base/width.ts';
import { spanWords } from '../../views/formats/spans.ts';
import type { Pane, View } from '../view.ts';
import type { FooterInput } from './footer.ts';

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

function signWords({ replay }: RailInput, { from, to, seeking }: TimeStatus, ascii: boolean): string {
  if (replay) return `${replaySigns[stateOf(replay)][ascii ? 'plain' : 'sign']} ${replay.speed}×`;
  const reading = ascii ? '..' : '…';
  const shown = ascii ? '<' : '◀';
  return `${seeking ? reading : shown} ${spanWords(to - from)}`;
}

/** What stands before the time itself and after it. */
function endsOf(input: RailInput, status: TimeStatus, ascii: boolean): { left: Line; right: Line } {
  const from = label(status, status.from);
  const span = spanWords(status.to - status.from);
  if (status === input.recent)
    return { left: toned(`  last ${span}, from ${from} `, 'dim'), right: toned(' now ', 'dim') };
  return {
    left: [
      { text: ` ${signWords(input, status, ascii)} `, tone: 'demo' },
      { text: ` ${from} `, tone: 'dim' },
    ],
    right: toned(` ${label(status, status.to)} `, 'dim'),
  };
}

/** For more than a day the time of day alone is ambiguous, so the date is added. */
function label({ from, to }: TimeStatus, at: number): string {
  return to - from >= DAY_MS ? dateTime(at).slice(5, 16) : clockTime(at);
}

/** A click on a cell of this pane's track goes to its moment. */
export const RAIL_PANE = 'chrome.rail';

export interface RailInput extends Pick<FooterInput, 'replay' | 'past'> {
  readonly view: Pick<View, 'display'>;
  /** The time line up to the present; undefined while the screen does not show the present. */
  readonly recent: TimeStatus | undefined;
}

/** The time line in a row of its own: the position of the screen, and the problems around it. */
export function railPane(input: RailInput, rect: Rect): Pane {
  const status = input.replay ?? input.past ?? input.recent;
  if (!status) return { id: RAIL_PANE, rect, lines: [fitLine([], rect.width)] };
  const { ascii } = input.view.display;
  const { left, right } = endsOf(input, status, ascii);
  const count = Math.max(0, rect.width - lineWidth(left) - lineWidth(right));
  const cell = (status.to - status.from) / Math.max(1, count);
  return {
    id: RAIL_PANE,
    rect,
    lines: [[...left, ...track(status, count, ascii), ...right]],
    list: {
      firstRow: 0,
      ids: Array.from({ length: count }, (_, index) => String(status.from + cell * (index + 0.5))),
      across: { from: lineWidth(left), count, width: 1 },
      selected: undefined,
    },
  };
}

/** Where there is room, a time of which nothing is known says so. In a replay it is only not searched yet. */
const NOT_WATCHED = ' not watched ';

/** A cell shows one thing of its part of the time: the current moment, the worst problem, whether it was searched. */
function track(
  { from, to, at, marks, searchedFrom, searchedTo, unwatched }: TimeStatus,
  width: number,
  ascii: boolean,
): Span[] {
  const cellOf = (moment: number) =>
    to > from ? Math.min(width - 1, Math.floor(((moment - from) / (to - from)) * width)) : 0;
  const [known, unknown] = ascii ? ['-', '.'] : ['─', '┄'];
  const cells: Span[] = Array.from({ length: width }, (_, cell) => {
    const isSearched = cell >= cellOf(searchedFrom) && cell <= cellOf(searchedTo);
    const isUnwatched = unwatched?.some(([start, end]) => cell > cellOf(start) && cell < cellOf(end));
    return { text: isSearched && !isUnwatched ? known : unknown, tone: 'faint' };
  });
  for (const severity of ['warning', 'critical'] as const)
    for (const { at: raised, until } of marks.filter((mark) => mark.severity === severity))
      for (let cell = cellOf(Math.max(from, raised)); until !== undefined && cell <= cellOf(until); cell++)
        cells[cell] = { text: ascii ? '=' : '━', tone: severity === 'critical' ? 'crit' : 'warn' };
  const worst = new Map<number, 'warning' | 'critical'>();
  for (const mark of marks) {
    if (mark.at < from) continue;
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
  const words = unwatched ? unknown + NOT_WATCHED : '';
  return joined(cells).map((span) => ({
    ...span,
    text: span.text.replace(unknown.repeat(words.length), words),
  }));
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
