import type { Ground, Tone } from '../../base/text.ts';
import { colorAt, type Depth } from './color.ts';
import {
  BOLD,
  type Color,
  DEFAULT_COLOR,
  DIM,
  INVERSE,
  PLAIN_ID,
  type Style,
  sgr,
  styleId,
  styleOf,
  UNDERLINE,
} from './style.ts';
import { COLOURLESS, type Look, type Theme } from './theme.ts';
import { themeNamed } from './themes.ts';

/**
 * The theme for a terminal with this number of colours: every pair of tone and ground is a style with an id.
 *
 * @throws RangeError with the list of names if no theme has this name
 */
export function resolveTheme(name: string, depth: Depth) {
  const theme = themeNamed(name);
  const looks = depth === 'none' ? COLOURLESS : theme;
  const known = new Map<Ground | undefined, Map<Tone | undefined, number>>();
  /** The id of the style for this tone on this ground; 0 without either. */
  const id = (tone: Tone | undefined, on: Ground | undefined): number => {
    const row = known.get(on) ?? new Map<Tone | undefined, number>();
    known.set(on, row);
    const found = row.get(tone) ?? styleId(compose({ theme, looks, depth }, tone, on));
    row.set(tone, found);
    return found;
  };
  return {
    name: theme.name,
    id,
    style: (tone: Tone | undefined, on: Ground | undefined) => styleOf(id(tone, on)),
    /** The SGR sequence for this style after a reset; `''` for the plain style. */
    sgr: (tone: Tone | undefined, on: Ground | undefined) => sgr(PLAIN_ID, id(tone, on)),
  };
}

export type ResolvedTheme = Readonly<ReturnType<typeof resolveTheme>>;

const BLACK = 0;

/** With sixteen colours: the background of selections, and the letter colours that are hard to read on it. */
const WEAK_ON: ReadonlyMap<Color, readonly Color[]> = new Map([
  [4, [1, 5, 8, 9, 12, 13]],
  [5, [1, 4, 8, 9, 12, 13]],
  [14, [2, 3, 6, 7, 8]],
]);

interface Looks {
  readonly theme: Theme;
  /** The tones and grounds of the theme that the terminal can show. */
  readonly looks: Pick<Theme, 'tones' | 'grounds'>;
  readonly depth: Depth;
}

function compose({ theme, looks, depth }: Looks, tone: Tone | undefined, on: Ground | undefined): Style {
  const above: Look = looks.tones[tone ?? 'plain'];
  const below: Look = on === undefined ? {} : looks.grounds[on];
  // A badge keeps its own background; a match has letters of its own colour.
  const badge = above.bg !== undefined;
  const bg = colorAt(above.bg ?? below.bg, depth);
  let fg = colorAt(badge ? above.fg : (below.fg ?? above.fg), depth);
  // With sixteen colours, letters must not have the colour of their background.
  if (depth === '16' && bg !== DEFAULT_COLOR && (fg === bg || (!badge && WEAK_ON.get(bg)?.includes(fg))))
    fg = colorAt(fg === theme.tones.bold.fg?.ansi ? theme.tones.badgeOk.fg : theme.tones.bold.fg, depth);
  const all = attributes(above, below);
  // A badge without a background of its own is inverted.
  if (depth === '16' && badge && bg === DEFAULT_COLOR) return { fg: bg, bg, attributes: all | INVERSE };
  // Terminals that show bold letters in the brighter colour would show bold black as grey.
  return { fg, bg, attributes: depth === '16' && fg === BLACK ? all & ~BOLD : all };
}

function attributes(above: Look, below: Look): number {
  let sum = 0;
  if (above.bold || below.bold) sum |= BOLD;
  if (above.dim || below.dim) sum |= DIM;
  if (above.underline || below.underline) sum |= UNDERLINE;
  if (above.inverse || below.inverse) sum |= INVERSE;
  return sum;
}
