import type { Paint } from './color.ts';
import type { Theme } from './theme.ts';

/**
 * `#rrggbb`, and its substitute among the sixteen colours; −1 is the terminal's default. Grey (8) equals the
 * background in some terminals and is nearly white in others, so it is only for ornaments and never for text.
 */
function paint(hex: string, ansi: number): Paint {
  return { hex, ansi };
}

/** Calm: greys, and colours for what is wrong, what may be, and where the reader is. */
const dark = {
  name: 'dark',
  background: '#101318',
  text: paint('#c9d1d9', -1),
  dim: paint('#8b949e', 7),
  faint: paint('#656d78', 8),
  strong: paint('#f0f6fc', 15),
  accent: paint('#6cb6ff', 14),
  border: paint('#667280', 8),
  warn: paint('#e3b341', 11),
  crit: paint('#ff7b72', 9),
  demo: paint('#d2a8ff', 13),
  /** Letters on a badge. */
  onBadge: paint('#0d1117', 0),
  select: paint('#1f4166', 4),
  selectDim: paint('#2d333b', 4),
  match: paint('#f2cc60', 3),
  matchCurrent: paint('#ffa657', 11),
  onMatch: paint('#0d1117', 0),
  mark: paint('#3b2f52', 5),
  field: paint('#22272e', -1),
  fieldFocus: paint('#2d333b', -1),
  dialog: paint('#1c2128', -1),
  bar: paint('#1c2128', -1),
};

/** A theme's colours; all else is derived. `onSelect`: letters on a selection, which otherwise keep their colour. */
type Palette = Readonly<typeof dark> & { readonly onSelect?: Paint };

/** On a white xterm, yellow, green and cyan of the sixteen colours are hard to see, so no text uses them. */
const light: Palette = {
  name: 'light',
  background: '#ffffff',
  text: paint('#24292f', -1),
  dim: paint('#57606a', -1),
  faint: paint('#7d8590', 8),
  strong: paint('#000000', 0),
  accent: paint('#0550ae', 4),
  border: paint('#8c959f', 8),
  warn: paint('#7d4e00', 5),
  crit: paint('#b3141d', 1),
  demo: paint('#7434c4', 0),
  onBadge: paint('#ffffff', 15),
  select: paint('#cfe3ff', 14),
  selectDim: paint('#e6eaef', 7),
  match: paint('#ffe27a', 11),
  matchCurrent: paint('#ffb45c', 3),
  onMatch: paint('#1b1f24', 0),
  mark: paint('#eadcff', 13),
  field: paint('#eef1f4', 7),
  fieldFocus: paint('#e1e7ee', 7),
  dialog: paint('#f3f5f8', -1),
  bar: paint('#e9edf1', -1),
};

/** High contrast, for glare, projectors and weak eyes: full colours, nothing dimmed. */
const contrast: Palette = {
  name: 'contrast',
  background: '#000000',
  text: paint('#ffffff', 15),
  dim: paint('#e0e0e0', 7),
  faint: paint('#b0b0b0', 7),
  strong: paint('#ffffff', 15),
  accent: paint('#00ffff', 14),
  border: paint('#b0b0b0', 7),
  warn: paint('#ffff00', 11),
  crit: paint('#ff8080', 9),
  demo: paint('#ff9cff', 13),
  onBadge: paint('#000000', 0),
  select: paint('#003c8f', 4),
  selectDim: paint('#303030', 4),
  match: paint('#ffff00', 11),
  matchCurrent: paint('#ff9c00', 3),
  onMatch: paint('#000000', 0),
  mark: paint('#5a0060', 5),
  field: paint('#202020', -1),
  fieldFocus: paint('#303030', -1),
  dialog: paint('#101010', -1),
  bar: paint('#202020', -1),
};

/** Yellow and orange for bad: can be told apart with every kind of colour vision. */
const colourblind: Palette = {
  ...dark,
  name: 'colourblind',
  accent: paint('#ffffff', 15),
  warn: paint('#f0e442', 11),
  crit: paint('#ff8c2b', 3),
  demo: paint('#e6a8cf', 13),
  select: paint('#2b4260', 4),
};

const OWN: Paint = { ansi: -1 };
const ON_COLOUR = paint('#ffffff', 15);

/** For an unknown background: text in the terminal's default colour, hues that are readable on black and white. */
const neutral: Palette = {
  name: 'neutral',
  background: '#000000',
  text: OWN,
  dim: paint('#757575', -1),
  faint: paint('#757575', 8),
  strong: OWN,
  accent: paint('#1974dd', -1),
  border: paint('#757575', 8),
  warn: paint('#a36904', 5),
  crit: paint('#e62113', 1),
  demo: paint('#ae46d1', 4),
  onBadge: ON_COLOUR,
  select: paint('#1974dd', 4),
  selectDim: paint('#757575', 8),
  match: paint('#a36904', 5),
  matchCurrent: paint('#c932b0', 1),
  onMatch: ON_COLOUR,
  onSelect: ON_COLOUR,
  mark: paint('#9c4ee0', 5),
  field: OWN,
  fieldFocus: OWN,
  dialog: OWN,
  bar: OWN,
};

function themeOf(palette: Palette): Theme {
  const p = palette;
  const onSelect = p.onSelect && { fg: p.onSelect };
  return {
    name: p.name,
    background: p.background,
    tones: {
      plain: { fg: p.text },
      dim: { fg: p.dim },
      faint: { fg: p.faint },
      bold: { fg: p.strong, bold: true },
      title: { fg: p.strong, bold: true },
      accent: { fg: p.accent, bold: true },
      border: { fg: p.border },
      borderFocus: { fg: p.accent },
      ok: { fg: p.text },
      warn: { fg: p.warn },
      crit: { fg: p.crit, bold: true },
      info: { fg: p.strong },
      // Among the sixteen colours the faint one may be invisible, and a peak must not be.
      spread: { fg: { ...p.faint, ansi: p.dim.ansi } },
      demo: { fg: p.onBadge, bg: p.demo, bold: true },
      badgeCrit: { fg: p.onBadge, bg: p.crit, bold: true },
      badgeWarn: { fg: p.onBadge, bg: p.warn, bold: true },
      badgeOk: { fg: p.onBadge, bg: p.accent, bold: true },
      badgeInfo: { fg: p.onBadge, bg: p.accent, bold: true },
    },
    grounds: {
      select: { bg: p.select, ...onSelect },
      selectDim: { bg: p.selectDim, ...onSelect },
      match: { fg: p.onMatch, bg: p.match },
      matchCurrent: { fg: p.onMatch, bg: p.matchCurrent, bold: true },
      mark: { bg: p.mark, ...onSelect },
      field: { bg: p.field },
      fieldFocus: { bg: p.fieldFocus, underline: true },
      dialog: { bg: p.dialog },
      bar: { bg: p.bar },
    },
  };
}

const themes: ReadonlyMap<string, Theme> = new Map(
  [dark, light, contrast, colourblind, neutral].map((palette) => [palette.name, themeOf(palette)]),
);

/** The names that `--theme` accepts. */
export const themeNames: readonly string[] = [...themes.keys()];

/** @throws RangeError with the list of names if none matches */
export function themeNamed(name: string): Theme {
  const theme = themes.get(name);
  if (theme === undefined)
    throw new RangeError(`No theme is called "${name}". Themes: ${themeNames.join(', ')}.`);
  return theme;
}
