import type { Paint } from './color.ts';
import { type Palette, type Theme, themeOf } from './theme.ts';

/**
 * `#rrggbb`, and its substitute among the sixteen colours; −1 is the terminal's default. Grey (8) equals the
 * background in some terminals and is nearly white in others, so it is only for ornaments and never for text.
 */
function paint(hex: string, ansi: number): Paint {
  return { hex, ansi };
}

/** Calm: greys and one blue; other colours appear only where they have a meaning. */
const dark: Palette = {
  name: 'dark',
  background: '#101318',
  text: paint('#c9d1d9', -1),
  dim: paint('#8b949e', 7),
  faint: paint('#656d78', 8),
  strong: paint('#f0f6fc', 15),
  accent: paint('#6cb6ff', 14),
  border: paint('#667280', 8),
  ok: paint('#6bc46d', 10),
  warn: paint('#e3b341', 11),
  crit: paint('#ff7b72', 9),
  info: paint('#76c7d6', 14),
  incoming: paint('#7cc4ff', 12),
  outgoing: paint('#c9a2f5', 13),
  incomingFill: paint('#3f6385', 8),
  outgoingFill: paint('#66558a', 8),
  demo: paint('#d2a8ff', 13),
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
  ok: paint('#116329', -1),
  warn: paint('#7d4e00', 5),
  crit: paint('#b3141d', 1),
  info: paint('#0f6674', -1),
  incoming: paint('#0a58b8', 4),
  outgoing: paint('#7434c4', -1),
  incomingFill: paint('#8fb6e6', 8),
  outgoingFill: paint('#bfa3e6', 8),
  demo: paint('#7434c4', 4),
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
  ok: paint('#40ff40', 10),
  warn: paint('#ffff00', 11),
  crit: paint('#ff8080', 9),
  info: paint('#60e0ff', 14),
  incoming: paint('#80c8ff', 14),
  outgoing: paint('#ff9cff', 13),
  incomingFill: paint('#4a7fb5', 7),
  outgoingFill: paint('#a05fa0', 7),
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

/** Blue for good, yellow and orange for bad: can be told apart with every kind of colour vision. */
const colourblind: Palette = {
  ...dark,
  name: 'colourblind',
  accent: paint('#ffffff', 15),
  ok: paint('#56b4e9', 12),
  warn: paint('#f0e442', 11),
  crit: paint('#ff8c2b', 3),
  info: paint('#b8c4d0', 7),
  incoming: paint('#7cc4ff', 14),
  outgoing: paint('#e6a8cf', 13),
  outgoingFill: paint('#7a5570', 8),
  demo: paint('#e6a8cf', 13),
  select: paint('#2b4260', 4),
};

const OWN: Paint = { ansi: -1 };
const ON_COLOUR = paint('#ffffff', 15);

/**
 * For an unknown background: text in the terminal's default colour, and hues that are readable on black and white.
 */
const neutral: Palette = {
  name: 'neutral',
  background: '#000000',
  text: OWN,
  dim: paint('#757575', -1),
  faint: paint('#757575', 8),
  strong: OWN,
  accent: paint('#1974dd', 5),
  border: paint('#757575', 8),
  ok: paint('#228740', -1),
  warn: paint('#a36904', 5),
  crit: paint('#e62113', 1),
  info: paint('#088099', -1),
  incoming: paint('#1974dd', -1),
  outgoing: paint('#9c4ee0', -1),
  incomingFill: paint('#5a8fc4', 8),
  outgoingFill: paint('#9a78c2', 8),
  demo: paint('#ae46d1', 5),
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

const themes: ReadonlyMap<string, Theme> = new Map(
  [dark, light, contrast, colourblind, neutral].map((palette) => [palette.name, themeOf(palette)]),
);

/** The names that `--theme` accepts. */
export const themeNames: readonly string[] = [...themes.keys()];

/** @throws RangeError with the list of names if none matches */
export function themeNamed(name: string): Theme {
  const theme = themes.get(name);
  if (theme === undefined) {
    throw new RangeError(`No theme is called "${name}". Themes: ${themeNames.join(', ')}.`);
  }
  return theme;
}
