import type { CommandId } from '../../actions/commands.ts';
import { MINUTE_MS } from '../../base/durations.ts';
import { clockTime, DASH, dateTime, duration } from '../../base/format.ts';
import type { Link } from '../../base/link.ts';
import { cutColumns, cutRows, type Line, type Rect, type Span, type Tone, toned } from '../../base/text.ts';
import { cutMiddle, fit, textWidth } from '../../base/width.ts';
import { untilFullWords } from '../../views/formats/climbs.ts';
import { severityLook, stateTone } from '../../views/formats/tones.ts';
import { TREND_SPAN, trend } from '../../views/plots/plots.ts';
import type { TitledSeries } from '../../views/plots/series.ts';
import { sinceWords } from '../../views/problems/since.ts';
import { problemInFull } from '../../views/problems/words.ts';
import { targetOf } from '../primitives/list.ts';
import { BORDER_COLUMNS, panelPane } from '../primitives/panel.ts';
import { wrapText } from '../primitives/wrap.ts';
import type { Pane, View } from '../view.ts';
import {
  chartProblems,
  chartWindow,
  type Marked,
  marksOf,
  type SeriesPanel,
  seriesPanel,
  usualWords,
} from './series-chart.ts';

/** What is shown of an opened object, or of the object selected in the list beside it. */
export interface DetailModel {
  /** Id of its panes, such as `streams.detail`. */
  readonly id: string;
  readonly title: string;
  /** See `PanelOptions`. */
  readonly stale?: number | undefined;
  readonly lines: readonly Line[];
  readonly facts: Rect;
  /** Index of the first visible line; undefined beside a list, which has the focus. */
  readonly scroll?: number | undefined;
  /** Whether it has the focus; by default where it can be scrolled. */
  readonly focus?: boolean | undefined;
  readonly charts?: DetailCharts;
  /** Further panes below them, such as a journal. */
  readonly below?: readonly Pane[];
}

interface DetailCharts {
  readonly rect: Rect;
  readonly series: readonly TitledSeries[];
  /** Such problems are marked in the charts. */
  readonly isAbout: IsAbout;
  /** How long ago the last value came, of an object that is gone, ms. */
  readonly endedAgo?: number | undefined;
}

export type IsAbout = (problem: Marked) => boolean;

interface DetailParts extends Omit<DetailModel, 'facts' | 'charts' | 'lines'>, Omit<DetailCharts, 'rect'> {
  /** Facts that follow those series for which there is no chart. */
  readonly more?: readonly Line[];
}

/** A detail in `area`. As many series as fit are charts beside or below the facts, the others have a row each. */
export function detailIn(
  view: View,
  area: Rect,
  { series, isAbout, endedAgo, more = [], ...shown }: DetailParts,
  linesIn: (width: number) => readonly Line[],
): DetailModel {
  const { facts, charts, drawn } = splitDetail(area, series.length);
  const width = factWidth(facts);
  const lines = [...linesIn(width), ...trendFacts(view, series.slice(drawn), width), ...more];
  return {
    ...shown,
    lines,
    facts,
    charts: { rect: charts, series: series.slice(0, drawn), isAbout, endedAgo },
  };
}

export function detailPanes(view: View, { charts, below = [], ...shown }: DetailModel): Pane[] {
  const first = scrolledPane(shown);
  if (!charts) return [first, ...below];
  const marks = marksOf(chartProblems(view).filter(charts.isAbout));
  const rects = gridRects(charts.rect, charts.series.length) ?? [];
  return [
    first,
    ...rects.map((rect, index): Pane => {
      const series = charts.series[index] as TitledSeries;
      const { stale } = shown;
      const lines = chartLines(view, { series, marks, stale, endedAgo: charts.endedAgo }, rect);
      return { id: `${shown.id}.chart.${series.key}`, rect, lines };
    }),
    ...below,
  ];
}

const SIDE_BY_SIDE_COLUMNS = 76;
/** In a tall and narrow area charts start below this many rows of facts. */
const TALL_ROWS = 36;
const FACT_ROWS_ABOVE = 21;

/** Facts and up to `wanted` charts, beside or below them. Facts get everything if no chart fits. */
function splitDetail(area: Rect, wanted: number) {
  const isTall = area.height >= TALL_ROWS && area.width < 2 * SIDE_BY_SIDE_COLUMNS;
  const left =
    area.width < SIDE_BY_SIDE_COLUMNS ? area.width : Math.min(64, Math.max(38, Math.floor(area.width * 0.4)));
  const [facts, charts] = isTall ? cutRows(area, FACT_ROWS_ABOVE) : cutColumns(area, left);
  let drawn = wanted;
  while (drawn > 0 && !gridRects(charts, drawn)) drawn--;
  return { facts: drawn > 0 ? facts : area, charts, drawn };
}

const MIN_COLUMNS = 28;
const MIN_ROWS = 6;

/** `count` rectangles that fill `rect`, or undefined where they would be too small for charts. */
function gridRects(rect: Rect, count: number): Rect[] | undefined {
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    if (Math.floor(rect.height / rows) < MIN_ROWS) continue;
    if (Math.floor(rect.width / columns) < MIN_COLUMNS) return undefined;
    return Array.from({ length: count }, (_, index) => {
      const row = Math.floor(index / columns);
      const inRow = Math.min(columns, count - row * columns);
      const x = part(rect.width, inRow, index % columns);
      const y = part(rect.height, rows, row);
      return { x: rect.x + x.from, y: rect.y + y.from, width: x.size, height: y.size };
    });
  }
  return undefined;
}

function part(whole: number, parts: number, index: number): { from: number; size: number } {
  const from = Math.floor((whole * index) / parts);
  return { from, size: Math.floor((whole * (index + 1)) / parts) - from };
}

function chartLines(
  view: View,
  shown: Pick<SeriesPanel, 'series' | 'marks' | 'stale'> & Pick<DetailCharts, 'endedAgo'>,
  rect: Rect,
): Line[] {
  const { series, stale, endedAgo } = shown;
  // The chart of an object that is gone ends shortly after that moment, so that both sides of it are visible.
  const ended = endedAgo === undefined ? stale : Math.max(0, endedAgo - AFTER_END_MS);
  const window = chartWindow(view, [series.key], rect.width - 4, ended);
  const last = series.format(view.state.history.last(series.key, view.now));
  const full = untilFullWords(view.triage.climbs.get(series.key), view.now);
  const now: Line[] = [
    toned(endedAgo === undefined ? last : `last ${last}`, 'bold'),
    full === '' ? [] : toned(full, 'warn'),
  ];
  return seriesPanel({ ...shown, window, now, besides: usualWords(view, series) }, rect);
}

/** What a chart shows after the end of its object, ms. */
const AFTER_END_MS = MINUTE_MS;

const LABEL_COLUMNS = 13;

export function fact(label: string, value: string | Line, tone?: Tone): Line {
  const spans: readonly Span[] =
    typeof value === 'string' ? [tone ? { text: value, tone } : { text: value }] : value;
  return [{ text: fit(label, LABEL_COLUMNS), tone: 'dim' }, { text: ' ' }, ...spans];
}

/** A row of a detail whose value is a link to the named object. Without a name it is plain text. */
export function linkFact(label: string, name: string | null | undefined, link: (name: string) => Link): Line {
  if (!name) return fact(label, DASH);
  return fact(label, [{ text: name, tone: 'accent', link: link(name) }]);
}

/** Width of a value beside its label in a panel of this width, in cells. */
export function factWidth(rect: Rect): number {
  return Math.max(4, rect.width - 4 - LABEL_COLUMNS - 1);
}

/** Each series as one row, for windows without room for charts. */
function trendFacts(view: View, series: readonly TitledSeries[], width: number): Line[] {
  return series.map(({ key, title, format }) => {
    const last = format(view.state.history.last(key, view.now));
    const room = Math.max(0, width - 12 - TREND_SPAN.length - 1);
    return fact(title, [
      { text: fit(last, 11, 'right') },
      { text: ' ' },
      { text: trend(view.state.history, key, view.now, room), tone: 'dim' },
      { text: ` ${TREND_SPAN}`, tone: 'dim' },
    ]);
  });
}

/** A time of the server (Unix ms) in the format that the user chose: relative or absolute. */
export function moment(view: View, at: number | null | undefined): string {
  if (at == null) return DASH;
  if (view.display.times === 'absolute') return dateTime(at);
  return `${duration(view.now + (view.state.clockSkew ?? 0) - at)} ago`;
}

/** A pane from row `scroll` on. Its title says how many rows there are; a long title is cut before that. */
export function scrolledPane(detail: Omit<DetailModel, 'charts' | 'below'>): Pane {
  const { id, title, stale, lines, facts: rect, scroll } = detail;
  const visible = Math.max(1, rect.height - 2);
  const first = Math.max(0, Math.min(scroll ?? 0, lines.length - visible));
  const shown = lines.slice(first, first + visible);
  const focus = scroll === undefined ? undefined : (detail.focus ?? true);
  if (shown.length === lines.length) return panelPane(id, rect, { title, stale, focus }, shown);
  const last = first + shown.length;
  const room = rect.width - BORDER_COLUMNS;
  const whole = `${first + 1}–${last} of ${lines.length}`;
  const place = textWidth(title) + whole.length <= room ? whole : `${last}/${lines.length}`;
  const short = cutMiddle(title, Math.max(1, room - place.length));
  return panelPane(id, rect, { title: short, right: [toned(place, 'dim')], stale, focus }, shown);
}

/** The new scroll offset after a moving command; undefined if the command does not move. */
export function scrolled(command: CommandId, scroll: number, count: number, rect: Rect): number | undefined {
  const visible = Math.max(1, rect.height - 2);
  const last = Math.max(0, count - visible);
  const target = targetOf(command, Math.min(scroll, last), last + 1, visible);
  return target === undefined ? undefined : Math.max(0, Math.min(target, last));
}

/** The state of something that was looked up: not asked for yet, or not found since (Unix ms, local). */
export function unknownFact(endedAt: number | undefined): Line {
  return endedAt === undefined
    ? fact('State', 'Looking it up...', 'dim')
    : fact('State', `NOT FOUND at ${clockTime(endedAt)}`, 'warn');
}

/** The state that the server reports, or since when the look-up does not find the object (Unix ms, local). */
export function stateFact(state: string | null | undefined, endedAt: number | undefined): Line {
  if (endedAt === undefined) return fact('State', toned(state ?? DASH, stateTone(state)));
  return fact('State', [
    { text: `ENDED at ${clockTime(endedAt)}`, tone: 'warn' },
    { text: ', last values:', tone: 'dim' },
  ]);
}

/** The problems of the object shown, worst first, in the order of triage. */
export function problemFacts({ triage, now }: View, isAbout: IsAbout, width: number): Line[] {
  return triage.problems.filter(isAbout).flatMap((problem) => {
    const { key, severity } = problem;
    const { sign, word, tone } = severityLook[severity];
    return wrapText(`${problemInFull(problem)} ${sinceWords(problem, now)}`, width).map((line, row) =>
      fact(
        row === 0 ? `${sign} ${word}` : '',
        line.map((span) => ({ ...span, tone, link: { kind: 'problem', key } })),
      ),
    );
  });
}
