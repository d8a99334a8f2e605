import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asciiText } from '../../src/base/ascii-text.ts';
import { oneLine, plainText, safeText } from '../../src/base/safe-text.ts';
import { fit, textWidth } from '../../src/base/width.ts';

const parts = [
  ...'\x1b[2J \x1b]0;x\x07 \x9b1m \r\n 👨‍👩‍👧 e\u0301 \u0301 1\ufe0f\u20e3'.split(' '),
  ...'\u202e\u2066\u200b\u200d\ufe0f\ud800 \udc00\u{e0041}\u3164\u2028\ufdd0',
];
const anyCode = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
const hostile = fc.string({ unit: fc.oneof(fc.constantFrom(...parts), anyCode, fc.string()) });

/** No control, hiding or reordering characters; joiner and emoji selector only within an emoji. */
const FORBIDDEN = /(?!\u200d|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const FORBIDDEN_IN_FILES = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
const STRAY_JOINER =
  /(?<!\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d|\u200d(?!\p{Extended_Pictographic})/u;

test('no control, escape, bidirectional, invisible or broken character is left, and a second pass changes nothing', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const safe = safeText(text);
      expect(safe).not.toMatch(FORBIDDEN);
      expect(safe).not.toMatch(STRAY_JOINER);
      expect(safeText(safe)).toBe(safe);
    }),
    { numRuns: 3000 },
  );
});

test('a reserved, unassigned pictograph joins with nothing', () => {
  expect(safeText('\u{1f0c0}\ufe0f')).toBe('\ufffd');
  expect(safeText('\u{1f0c0}\u200d\u{1f467}')).toBe('\ufffd\u{1f467}');
  expect(safeText('\u{1f467}\u200d\u{1f0c0}')).toBe('\u{1f467}\ufffd');
});

test.each(['live/cam-1', 'Zürich – Ærø', '日本語テスト', '한국어', 'क्षि', '👨‍👩‍👧 👍🏽 ❤️‍🔥', '▁▂▃ ⣿⡇ │─┐'])(
  'harmless text is returned unchanged: %s',
  (text) => expect(safeText(text)).toBe(text),
);

test('hidden characters become visible', () => {
  expect(safeText('\x1b[31mred\x07')).toBe('␛[31mred␇');
  expect(safeText('gpj.\u202eexe')).toBe('gpj.�exe');
  expect(safeText('a\u200bd\u{e0061}min')).toBe('admin');
  expect(safeText('a\tb\nc')).toBe('a b␊c');
  expect(safeText('a\x7fb')).toBe('a␡b');
});

test('combining marks are limited, and a megabyte costs no more than a row', () => {
  expect([...safeText(`a${'\u0301'.repeat(1000)}`)]).toHaveLength(5);
  expect(safeText('x'.repeat(2_000_000)).length).toBe(4096);
  expect(safeText(`${'x'.repeat(9)}😀`, 10)).toBe('x'.repeat(9));
});

test('several lines become one with all words', () => {
  expect(oneLine('  one\r\n\ttwo \u2028three\n')).toBe('one two three');
});

test('text for the clipboard and files keeps lines and tabs, and no control characters', () => {
  expect(plainText('a\r\nb\tc\x1b[31m\u202ed\x9b')).toBe('a\nb\tc[31md');
  expect(plainText('👨‍👩‍👧 x\u200dy')).toBe('👨‍👩‍👧 xy');
  expect(plainText('👩\u034f👧')).toBe('👩👧');
  fc.assert(
    fc.property(hostile, (text) => {
      expect(plainText(text)).not.toMatch(FORBIDDEN_IN_FILES);
      expect(plainText(text).isWellFormed()).toBe(true);
    }),
  );
});

test('ASCII text is ASCII and as wide as the original', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const ascii = asciiText(text);
      expect(ascii).toMatch(/^[ -~]*$/);
      expect(ascii.length).toBe(textWidth(safeText(text)));
    }),
    { numRuns: 1000 },
  );
  expect(asciiText('╭─ Zürich ● 5 ≥ 3… █▁ 日')).toBe('+- Zurich * 5 > 3~ #_ ??');
});

test('in ASCII, too, a cut does not look like the end of a sentence', () => {
  expect(asciiText(fit('Server removed', 9))).toBe('Server r~');
});
