/**
 * Styles as small numbers: a cell of the grid has the id of a style, and the sequence from one id to another is
 * cached. There is one table for the whole program, so that ids of all themes can be compared.
 */

/** −1 is the terminal's default colour, 0 to 255 the palette, RGB | 0xRRGGBB a true colour. */
export type Color = number;
export const DEFAULT_COLOR: Color = -1;
export const RGB = 0x1000000;

export const BOLD = 1;
export const DIM = 2;
export const UNDERLINE = 4;
export const INVERSE = 8;
/** Attributes that are visible on a blank. */
const SEEN_ON_BLANK = UNDERLINE | INVERSE;

export interface Style {
  readonly fg: Color;
  readonly bg: Color;
  /** Sum of BOLD, DIM, UNDERLINE, INVERSE. */
  readonly attributes: number;
}

const PLAIN: Style = { fg: DEFAULT_COLOR, bg: DEFAULT_COLOR, attributes: 0 };
export const PLAIN_ID = 0;
/** The terminal's style is not known, so the next sequence starts with a reset. */
export const UNKNOWN_STYLE = -1;

/** Ids fit in the 16 bits that a grid has for each cell. */
const ID_LIMIT = 65_536;
const styles: Style[] = [];
const blanks: number[] = [];
const ids = new Map<string, number>();
const changes = new Map<number, string>();

/** The id of a style. A style keeps its id as long as the program runs. */
export function styleId(style: Style): number {
  const key = `${style.fg} ${style.bg} ${style.attributes}`;
  const known = ids.get(key);
  if (known !== undefined) return known;
  const id = styles.length;
  ids.set(key, id);
  styles.push(style);
  blanks.push(id);
  const seen = style.attributes & SEEN_ON_BLANK;
  // The foreground colour of a blank is visible only if it is underlined or inverted.
  if (seen === 0) blanks[id] = styleId({ fg: DEFAULT_COLOR, bg: style.bg, attributes: 0 });
  else blanks[id] = styleId({ ...style, attributes: seen });
  return id;
}

export function styleOf(id: number): Style {
  return styles[id] ?? PLAIN;
}

/** The simplest style in which a blank looks the same. */
export function blankId(id: number): number {
  return blanks[id] ?? PLAIN_ID;
}

/** The shortest SGR sequence from one style to another; `''` if they are the same. */
export function sgr(from: number, to: number): string {
  if (from === to) return '';
  const key = (from + 1) * ID_LIMIT + to;
  const known = changes.get(key);
  if (known !== undefined) return known;
  if (changes.size > 65_536) changes.clear();
  const target = styleOf(to);
  const fresh = additions(PLAIN, target);
  let best = fresh.length === 0 ? '' : `0;${fresh.join(';')}`; // no parameter at all is a reset
  if (from !== UNKNOWN_STYLE) {
    const step = transition(styleOf(from), target);
    if (step.length < best.length) best = step;
  }
  const text = `\x1b[${best}m`;
  changes.set(key, text);
  return text;
}

function transition(from: Style, to: Style): string {
  const gone = from.attributes & ~to.attributes;
  const params: string[] = [];
  let kept = from.attributes & to.attributes;
  if (gone & (BOLD | DIM)) {
    params.push('22'); // takes both away
    kept &= ~(BOLD | DIM);
  }
  if (gone & UNDERLINE) params.push('24');
  if (gone & INVERSE) params.push('27');
  if (from.fg !== to.fg && to.fg === DEFAULT_COLOR) params.push('39');
  if (from.bg !== to.bg && to.bg === DEFAULT_COLOR) params.push('49');
  params.push(...additions({ ...from, attributes: kept }, to));
  return params.join(';');
}

function additions(from: Style, to: Style): string[] {
  const added = to.attributes & ~from.attributes;
  const params: string[] = [];
  if (added & BOLD) params.push('1');
  if (added & DIM) params.push('2');
  if (added & UNDERLINE) params.push('4');
  if (added & INVERSE) params.push('7');
  if (from.fg !== to.fg && to.fg !== DEFAULT_COLOR) params.push(color(to.fg, 30));
  if (from.bg !== to.bg && to.bg !== DEFAULT_COLOR) params.push(color(to.bg, 40));
  return params;
}

function color(value: Color, base: 30 | 40): string {
  if (value >= RGB) return `${base + 8};2;${(value >> 16) & 255};${(value >> 8) & 255};${value & 255}`;
  if (value < 8) return String(base + value);
  if (value < 16) return String(base + 60 + value - 8);
  return `${base + 8};5;${value}`;
}

styleId(PLAIN);
