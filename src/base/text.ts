import type { Link } from './link.ts';

/**
 * The program's text model: a row is a list of spans, a span is text with a tone. Tones are meanings and not
 * colours; the theme (`ui/theme/theme.ts`) maps them to colours at the very end. Views build rows, and the screen
 * writer paints them.
 */
export type Tone =
  | 'plain' // ordinary values
  | 'dim' // labels, units, second-rank text
  | 'faint' // tracks of bars and empty places: never words, which some terminals would not show
  | 'bold' // a value that matters
  | 'title' // pane titles, column headers
  | 'accent' // the one accent: focus, keys, current screen
  | 'border'
  | 'borderFocus'
  | 'ok'
  | 'warn'
  | 'crit'
  | 'info'
  | 'spread' // from least to most in a chart, dimmer than the means
  | 'demo' // DEMO, REPLAY, PAST, FROZEN banners
  | 'badgeCrit' // reversed, for words that must be seen first
  | 'badgeWarn'
  | 'badgeOk'
  | 'badgeInfo';

/** The background of a span. */
export type Ground =
  | 'select'
  | 'selectDim'
  | 'match'
  | 'matchCurrent'
  | 'mark'
  | 'field'
  | 'fieldFocus'
  | 'dialog'
  | 'bar';

export interface Span {
  readonly text: string;
  readonly tone?: Tone;
  readonly on?: Ground;
  readonly link?: Link;
  /** The span shows the age of its pane. It is left out while a band shows the age of the whole screen. */
  readonly isAge?: boolean;
}

/** One row of cells. If it is shorter than its place, the rest is blank; a longer one is cut. */
export type Line = readonly Span[];

/** A rectangle in cells, (0, 0) is the top left of the window. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A row of one span. */
export function toned(text: string, tone: Tone): Span[] {
  return [{ text, tone }];
}

/** The first `height` rows of an area, and those below them. */
export function cutRows(area: Rect, height: number): [above: Rect, below: Rect] {
  return [
    { ...area, height },
    { ...area, y: area.y + height, height: area.height - height },
  ];
}

/** The first `width` columns of an area, and those beside them. */
export function cutColumns(area: Rect, width: number): [left: Rect, right: Rect] {
  return [
    { ...area, width },
    { ...area, x: area.x + width, width: area.width - width },
  ];
}
