import { expect, test } from 'vitest';
import type { Ground, Tone } from '../../../src/base/text.ts';
import { type Depth, nearest256, rgbOf } from '../../../src/ui/theme/color.ts';
import { detectDepth } from '../../../src/ui/theme/depth.ts';
import { resolveTheme } from '../../../src/ui/theme/resolve.ts';
import { BOLD, DEFAULT_COLOR, INVERSE, type Style } from '../../../src/ui/theme/style.ts';
import { themeNamed, themeNames } from '../../../src/ui/theme/themes.ts';

/** Tones of letters only: areas of charts are recognised by their size. */
const tones = (Object.keys(themeNamed('dark').tones) as Tone[]).filter((tone) => !tone.endsWith('Fill'));
const grounds = [undefined, ...(Object.keys(themeNamed('dark').grounds) as Ground[])];
const pairs = tones.flatMap((tone) => grounds.map((on) => [tone, on] as const));

function luminance(hex: string): number {
  const [r, g, b] = rgbOf(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const hexOf = (style: Style, side: 'fg' | 'bg', fallback: string) =>
  style[side] === DEFAULT_COLOR ? fallback : `#${(style[side] & 0xffffff).toString(16).padStart(6, '0')}`;

/** The surroundings of each theme: its own background, and the default letters of the terminal on it. */
const backgrounds = themeNames.flatMap((name): [name: string, background: string, letters: string][] =>
  name === 'neutral'
    ? [
        [name, '#000000', '#ffffff'],
        [name, '#ffffff', '#000000'],
      ]
    : [[name, themeNamed(name).background, '#000000']],
);

test.each(backgrounds)(
  '%s on %s: every tone can be read on every background',
  (name, background, letters) => {
    const theme = resolveTheme(name, 'truecolor');
    for (const [tone, on] of pairs) {
      const style = theme.style(tone, on);
      const ratio = contrast(hexOf(style, 'fg', letters), hexOf(style, 'bg', background));
      const second = ['faint', 'spread', 'border', 'dim', 'borderFocus'].includes(tone);
      expect(ratio, `${tone} on ${on ?? 'nothing'}`).toBeGreaterThanOrEqual(second ? 1.8 : 3.5);
    }
    for (const tone of tones.filter((one) => one !== 'faint' && one !== 'border' && one !== 'spread')) {
      const style = theme.style(tone, undefined);
      const ratio = contrast(hexOf(style, 'fg', letters), hexOf(style, 'bg', background));
      expect(ratio, tone).toBeGreaterThanOrEqual(4.5);
    }
  },
);

test.each(themeNames)('%s: only what is wrong, what may be, and where the reader is has a colour', (name) => {
  const { style } = resolveTheme(name, 'truecolor');
  const hued = tones.filter((tone) => {
    const { fg } = style(tone, undefined);
    const parts = [16, 8, 0].map((shift) => (fg >> shift) & 255);
    return fg !== DEFAULT_COLOR && !tone.startsWith('badge') && Math.max(...parts) - Math.min(...parts) > 40;
  });
  expect(hued.filter((tone) => !['accent', 'borderFocus', 'warn', 'crit'].includes(tone))).toEqual([]);
  // With sixteen colours these three and DEMO differ.
  const few = resolveTheme(name, '16');
  const shown = (['accent', 'warn', 'crit'] as const).map((tone) => few.style(tone, undefined).fg);
  expect(new Set([...shown, few.style('demo', undefined).bg]).size).toBe(4);
});

test.each(themeNames)(
  '%s: with sixteen colours letters differ from their background, and severities from each other',
  (name) => {
    const theme = resolveTheme(name, '16');
    for (const [tone, on] of pairs) {
      const style = theme.style(tone, on);
      for (const color of [style.fg, style.bg]) expect(color).toBeLessThan(16);
      if (style.bg !== DEFAULT_COLOR) expect(style.fg, `${tone} on ${on ?? 'nothing'}`).not.toBe(style.bg);
    }
    const severities = (['ok', 'warn', 'crit'] as const).map((tone) => theme.style(tone, undefined).fg);
    expect(new Set(severities).size).toBe(3);
    expect(theme.id('plain', 'select')).not.toBe(theme.id('plain', undefined));
  },
);

test('the error of an unknown theme names the known ones', () => {
  expect(() => resolveTheme('solarized', '16')).toThrow(themeNames.join(', '));
});

test.each<[Depth, Record<string, string>, boolean]>([
  ['truecolor', { TERM: 'xterm-256color', COLORTERM: 'truecolor' }, true],
  ['truecolor', { TERM: 'xterm-kitty' }, true],
  ['truecolor', { TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }, true],
  ['256', { TERM: 'xterm-256color' }, true],
  ['256', { TERM: 'tmux-256color', NO_COLOR: '' }, true],
  ['16', { TERM: 'linux' }, true],
  ['16', { TERM: 'xterm' }, true],
  ['256', { TERM: 'xterm', XTERM_VERSION: 'XTerm(379)' }, true],
  ['16', { TERM: 'linux', XTERM_VERSION: 'XTerm(379)' }, true],
  ['none', { TERM: 'dumb' }, true],
  ['none', { TERM: 'vt100' }, true],
  ['none', { TERM: 'xterm-mono' }, true],
  ['none', { TERM: 'linux-m', COLORTERM: 'truecolor' }, true],
  ['none', { TERM: 'xterm-256color', COLORTERM: 'truecolor', NO_COLOR: '1' }, true],
  ['none', { TERM: 'xterm-256color' }, false],
  ['truecolor', { FORCE_COLOR: '3' }, false],
  ['none', { TERM: 'xterm', FORCE_COLOR: '0' }, true],
  ['none', { TERM: 'xterm-256color', CLICOLOR: '0' }, true],
  ['256', { TERM: 'xterm-256color', CLICOLOR: '1' }, true],
  ['none', { TERM: 'xterm-256color', CLICOLOR_FORCE: '0' }, false],
  ['256', { TERM: 'xterm-256color', CLICOLOR: '0', CLICOLOR_FORCE: '1' }, false],
  ['16', { CLICOLOR_FORCE: '1' }, false],
  ['none', { NO_COLOR: '1', CLICOLOR_FORCE: '1' }, true],
  ['16', { FORCE_COLOR: '1' }, true],
  ['16', { FORCE_COLOR: 'true' }, true],
  ['256', { FORCE_COLOR: '2' }, true],
  ['none', { FORCE_COLOR: 'false', COLORTERM: 'truecolor' }, true],
  ['none', { FORCE_COLOR: '3', NO_COLOR: '1' }, true],
  ['truecolor', { TERM: 'screen', COLORTERM: '24bit' }, true],
  ['truecolor', { TERM: 'xterm-direct' }, true],
  ['truecolor', { TERM: 'foot' }, true],
  ['truecolor', { TERM: 'xterm-256color', WT_SESSION: 'a' }, true],
  ['256', { TERM: 'xterm', TERM_PROGRAM: 'Apple_Terminal' }, true],
  ['256', { TERM: 'putty-256' }, true],
  ['16', { TERM: 'xterm', COLORTERM: '1' }, true],
  ['16', {}, true],
])('%s colours for %j, terminal: %s', (depth, env, isTTY) => {
  expect(detectDepth(env, isTTY)).toBe(depth);
});

test('letters of a badge are black, not grey, on terminals that show bold as bright', () => {
  const { fg, attributes } = resolveTheme('dark', '16').style('badgeCrit', undefined);
  expect([fg, attributes & BOLD]).toEqual([0, 0]);
  expect(resolveTheme('dark', 'truecolor').style('badgeCrit', undefined).attributes & BOLD).toBe(BOLD);
});

test('with sixteen colours no letter on the selection is red, blue, or grey on blue', () => {
  const weak = [1, 4, 5, 8, 9, 12, 13];
  const theme = resolveTheme('dark', '16');
  for (const tone of ['plain', 'dim', 'faint', 'crit', 'accent'] as const)
    expect(weak, tone).not.toContain(theme.style(tone, 'select').fg);
});

test.each(themeNames)(
  '%s: with sixteen colours no text is grey, which some terminals do not show',
  (name) => {
    const theme = resolveTheme(name, '16');
    const ornaments: readonly string[] = ['faint', 'border'];
    for (const tone of tones.filter((one) => !ornaments.includes(one)))
      expect(theme.style(tone, undefined).fg, tone).not.toBe(8);
  },
);

test.each(themeNames)('%s: with sixteen colours a badge differs from its surroundings', (name) => {
  const theme = resolveTheme(name, '16');
  for (const tone of tones.filter((one) => one.startsWith('badge'))) {
    const { bg, attributes } = theme.style(tone, undefined);
    expect(bg !== DEFAULT_COLOR || (attributes & INVERSE) !== 0, tone).toBe(true);
  }
});

/** The palette of xterm. */
const XTERM_COLOURS = [
  ...['#000000', '#cd0000', '#00cd00', '#cdcd00', '#0000ee', '#cd00cd', '#00cdcd', '#e5e5e5'],
  ...['#7f7f7f', '#ff0000', '#00ff00', '#ffff00', '#5c5cff', '#ff00ff', '#00ffff', '#ffffff'],
];

test('with sixteen colours every letter can be read on a white xterm', () => {
  const theme = resolveTheme('light', '16');
  for (const tone of tones) {
    const { fg, bg } = theme.style(tone, undefined);
    const ratio = contrast(XTERM_COLOURS[fg] ?? '#000000', XTERM_COLOURS[bg] ?? '#ffffff');
    expect(ratio, tone).toBeGreaterThanOrEqual(3.5);
  }
});

test('without colours the severities, the selection and the field that takes input still differ', () => {
  const { style } = resolveTheme('dark', 'none');
  const weights = (['plain', 'warn', 'crit', 'badgeCrit'] as const).map(
    (tone) => style(tone, undefined).attributes,
  );
  const grounds = (['select', 'selectDim', 'matchCurrent', 'fieldFocus'] as const).map(
    (on) => style('plain', on).attributes,
  );
  expect(new Set(weights).size).toBe(weights.length);
  expect(new Set([0, ...grounds]).size).toBe(grounds.length + 1);
});

test('a badge keeps its background on a selection, a match its letters, and a tone its colour', () => {
  const { style } = resolveTheme('dark', 'truecolor');
  expect(style('badgeCrit', 'select')).toEqual(style('badgeCrit', undefined));
  expect(style('crit', 'select').fg).toBe(style('crit', undefined).fg);
  expect(style('crit', 'select').bg).toBe(style('plain', 'select').bg);
  expect(style('crit', 'match').fg).toBe(style('plain', 'match').fg);
  expect(style('crit', 'match').fg).not.toBe(style('crit', undefined).fg);
});

test.each([
  [8, 8, 8, 232],
  [238, 238, 238, 255],
  [255, 255, 255, 231],
  [95, 135, 175, 67],
  [90, 130, 180, 67],
  [120, 118, 122, 243],
])('%i %i %i is colour %i of 256', (red, green, blue, colour) => {
  expect(nearest256(red, green, blue)).toBe(colour);
});
