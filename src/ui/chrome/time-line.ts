import type { ReplayStatus, TimeStatus } from '../../actions/time-travel.ts';
import { DAY_MS } from '../../base/durations.ts';
import { clockTime, dateTime } from '../../base/format.ts';
import { type Line, type Rect, type Span, toned } from '../../base/text.ts';
import { fitLine, lineWidth } from '../../base/width.ts';
import { spanWords } from '../../views/formats/spans.ts';
import type { Pane, View } from '../view.ts';

/** The row of a time line: its label, the time itself, its end. */
interface TimeLine {
  readonly left: Line;
  /** One cell for each equal part of the time. */
  readonly track: Line;
  readonly right: Line;
}

/** The row of a replay: its state, the position in the recording, and marks of problems. */
function replayTimes(status: ReplayStatus, width: number, ascii: boolean): TimeLine {
  const sign = replaySigns[stateOf(status)][ascii ? 'plain' : 'sign'];
  return timesWith(`${sign} ${status.speed}×`, status, width, ascii);
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
function pastTimes(status: TimeStatus, width: number, ascii: boolean): TimeLine {
  const reading = ascii ? '..' : '…';
  const shown = ascii ? '<' : '◀';
  const sign = status.seeking ? reading : shown;
  return timesWith(`${sign} ${spanWords(status.to - status.from)}`, status, width, ascii);
}

function timesWith(words: string, status: TimeStatus, width: number, ascii: boolean): TimeLine {
  const left: Span[] = [
    { text: ` ${words} `, tone: 'demo' },
    { text: ` ${label(status, status.from)} `, tone: 'dim' },
  ];
  const right: Span[] = toned(` ${label(status, status.to)} `, 'dim');
  return withTrack({ left, right }, status, width, ascii);
}

/** The row of the present: the time up to now. */
function recentTimes(status: TimeStatus, width: number, ascii: boolean): TimeLine {
  const words = `  last ${spanWords(status.to - status.from)}, from ${label(status, status.from)} `;
  const ends: Pick<TimeLine, 'left' | 'right'> = {
    left: toned(words, 'dim'),
    right: toned(' now ', 'dim'),
  };
  return withTrack(ends, status, width, ascii);
}

/** For more than a day the time of day alone is ambiguous, so the date is added. */
function label({ from, to }: TimeStatus, at: number): string {
  return to - from >= DAY_MS ? dateTime(at).slice(5, 16) : clockTime(at);
}

function withTrack(
  { left, right }: Pick<TimeLine, 'left' | 'right'>,
  status: TimeStatus,
  width: number,
  ascii: boolean,
): TimeLine {
  const room = Math.max(0, width - lineWidth(left) - lineWidth(right));
  return { left, track: track(status, room, ascii), right };
}

/** A click on a cell of this pane's track goes to its moment. */
export const RAIL_PANE = 'chrome.rail';

export interface RailInput {
  readonly view: Pick<View, 'display'>;
  readonly replay: ReplayStatus | undefined;
  readonly past: TimeStatus | undefined;
  /** The time line up to the present; undefined while the screen does not show the present. */
  readonly recent: TimeStatus | undefined;
}

/** The time line in a row of its own: the position of the screen, and the problems around it. */
export function railPane(input: RailInput, rect: Rect): Pane {
  const status = input.replay ?? input.past ?? input.recent;
  if (!status) return { id: RAIL_PANE, rect, lines: [fitLine([], rect.width)] };
  const times = railTimes(input, status, rect.width);
  const count = lineWidth(times.track);
  const cell = (status.to - status.from) / Math.max(1, count);
  return {
    id: RAIL_PANE,
    rect,
    lines: [[...times.left, ...times.track, ...times.right]],
    list: {
      firstRow: 0,
      ids: Array.from({ length: count }, (_, index) => String(status.from + cell * (index + 0.5))),
      across: { from: lineWidth(times.left), count, width: 1 },
      selected: undefined,
    },
  };
}

function railTimes({ view, replay, past }: RailInput, status: TimeStatus, width: number): TimeLine {
  const { ascii } = view.display;
  if (replay) return replayTimes(replay, width, ascii);
  return past ? pastTimes(past, width, ascii) : recentTimes(status, width, ascii);
}

/** Where there is room, a time of which nothing is known says so. In a replay it is only not searched yet. */
const NOT_WATCHED = ' not watched ';

/**
 * Each cell stands for an equal part of the time and shows one thing: the current moment, the worst problem, or
 * whether that part was searched.
 */
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
