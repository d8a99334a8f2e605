import { expect, test } from 'vitest';
import type { Ground, Tone } from '../../../src/base/text.ts';
import { nearest256, rgbOf } from '../../../src/ui/theme/color.ts';
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
  '%s: with sixteen colours letters and badges differ from their background, severities from each other, and no text is grey',
  (name) => {
    const theme = resolveTheme(name, '16');
    for (const [tone, on] of pairs) {
      const { fg, bg, attributes } = theme.style(tone, on);
      for (const color of [fg, bg]) expect(color).toBeLessThan(16);
      if (bg !== DEFAULT_COLOR) expect(fg, `${tone} on ${on ?? 'nothing'}`).not.toBe(bg);
      else if (tone.startsWith('badge')) expect(attributes & INVERSE, tone).not.toBe(0);
      if (on === undefined && tone !== 'faint' && tone !== 'border') expect(fg, tone).not.toBe(8);
    }
    const severities = (['ok', 'warn', 'crit'] as const).map((tone) => theme.style(tone, undefined).fg);
    expect(new Set(severities).size).toBe(3);
    expect(theme.id('plain', 'select')).not.toBe(theme.id('plain', undefined));
  },
);

test('the error of an unknown theme names the known ones', () => {
  expect(() => resolveTheme('solarized', '16')).toThrow(themeNames.join(', '));
});

/** On a terminal, or in a pipe: what stands before the arrow sets the colours behind it. */
test.each<[boolean, string]>([
  [true, 'TERM=xterm-256color COLORTERM=truecolor -> truecolor'],
  [true, 'TERM=xterm-kitty -> truecolor'],
  [true, 'TERM=xterm-256color TERM_PROGRAM=iTerm.app -> truecolor'],
  [true, 'TERM=screen COLORTERM=24bit -> truecolor, TERM=xterm-direct -> truecolor, TERM=foot -> truecolor'],
  [true, 'TERM=xterm-256color WT_SESSION=a -> truecolor, FORCE_COLOR=2 -> 256'],
  [true, 'TERM=xterm-256color -> 256, TERM=tmux-256color NO_COLOR= -> 256, TERM=putty-256 -> 256'],
  [true, 'TERM=xterm XTERM_VERSION=XTerm(379) -> 256, TERM=linux XTERM_VERSION=XTerm(379) -> 16'],
  [true, 'TERM=xterm TERM_PROGRAM=Apple_Terminal -> 256, TERM=xterm-256color CLICOLOR=1 -> 256'],
  [true, 'TERM=linux -> 16, TERM=xterm -> 16, TERM=xterm COLORTERM=1 -> 16, X=1 -> 16'],
  [true, 'FORCE_COLOR=1 -> 16, FORCE_COLOR=true -> 16, TERM=linux-m COLORTERM=truecolor -> none'],
  [true, 'TERM=dumb -> none, TERM=vt100 -> none, TERM=xterm-mono -> none'],
  [true, 'TERM=xterm-256color COLORTERM=truecolor NO_COLOR=1 -> none, TERM=xterm FORCE_COLOR=0 -> none'],
  [true, 'TERM=xterm-256color CLICOLOR=0 -> none, NO_COLOR=1 CLICOLOR_FORCE=1 -> none'],
  [true, 'FORCE_COLOR=false COLORTERM=truecolor -> none, FORCE_COLOR=3 NO_COLOR=1 -> none'],
  [false, 'TERM=xterm-256color -> none, FORCE_COLOR=3 -> truecolor, CLICOLOR_FORCE=1 -> 16'],
  [false, 'TERM=xterm-256color CLICOLOR_FORCE=0 -> none'],
  [false, 'TERM=xterm-256color CLICOLOR=0 CLICOLOR_FORCE=1 -> 256'],
])('the colours of a terminal (%s): %s', (isTTY, rows) => {
  for (const [, variables = '', depth] of rows.matchAll(/(\S.*?) -> (\w+)/g)) {
    const env = Object.fromEntries(
      variables
        .replace(/^, /, '')
        .split(' ')
        .map((one) => one.split('=')),
    );
    expect(detectDepth(env, isTTY), variables).toBe(depth);
  }
});

test('letters of a badge are black, not grey, on terminals that show bold as bright', () => {
  const { fg, attributes } = resolveTheme('dark', '16').style('badgeCrit', undefined);
  expect([fg, attributes & BOLD]).toEqual([0, 0]);
  expect(resolveTheme('dark', 'truecolor').style('badgeCrit', undefined).attributes & BOLD).toBe(BOLD);
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
