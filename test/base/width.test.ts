import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { fastWidth } from '../../src/base/fast-width.ts';
import { isPlain } from '../../src/base/plain.ts';
import type { Line } from '../../src/base/text.ts';
import * as width from '../../src/base/width.ts';

const { cut, cutMiddle, cutWords, fit, fitLine, lineWidth, padLine, sliceLine, textWidth } = width;

const chosen = fc.constantFrom(...'日 é 👨‍👩‍👧 ❤️ 1️⃣ 🇩🇪 ─ ⣿ ｶﾞ 각 क्षि \u0301'.split(' '));
const [graphemes, codes] = [fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })];
const anyText = fc.string({ unit: fc.oneof(graphemes, codes, chosen) });
const anySpan = fc.record({ text: anyText, tone: fc.constantFrom('plain', 'dim', 'crit') });
const anyLine: fc.Arbitrary<Line> = fc.array(anySpan, { maxLength: 5 });
const flat = (line: Line) => line.map((span) => span.text).join('');

test('the fast path contains only characters of one cell in string-width, alone and beside any other', () => {
  const plain: string[] = [];
  for (let code = 0; code < 0x10000; code++) if (isPlain(code)) plain.push(String.fromCharCode(code));
  expect(plain.filter((char) => stringWidth(char) !== 1)).toEqual([]);
  expect(stringWidth(plain.join(''))).toBe(plain.length);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...plain)), (chars) => {
      expect(stringWidth(chars.join(''))).toBe(chars.length);
    }),
  );
});

test('the table of widths agrees with string-width and the segmenter, alone and beside any other', () => {
  const settled: string[] = [];
  for (let code = 0; code < 0x10000; code++) {
    const char = String.fromCharCode(code);
    if (fastWidth(char) !== undefined) settled.push(char);
  }
  expect(settled.filter((char) => fastWidth(char) !== stringWidth(char))).toEqual([]);
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...settled)), (chars) => {
      const text = chars.join('');
      expect(fastWidth(text)).toBe(stringWidth(text));
      expect(Array.from(segmenter.segment(text), (part) => part.segment)).toEqual(chars);
    }),
    { numRuns: 500 },
  );
});

test('every text has the width that Ink gives it', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(textWidth(text)).toBe(stringWidth(text));
      expect(textWidth(text)).toBe(stringWidth(text)); // from the cache
    }),
    { numRuns: 500 },
  );
});

test('a fitted text is exactly as wide as its place', () => {
  const side = fc.constantFrom('left' as const, 'right' as const);
  fc.assert(
    fc.property(anyText, fc.nat(30), side, (text, width, align) => {
      expect(textWidth(fit(text, width, align))).toBe(width);
    }),
    { numRuns: 300 },
  );
  expect(fit('camera', 8)).toBe('camera  ');
  expect(fit('camera', 8, 'right')).toBe('  camera');
  expect(fit('camera-1', 5)).toBe('came…');
  expect(fit('日本語', 4)).toBe('日… ');
});

test('ids are cut where they differ least', () => {
  expect(cutMiddle('stream-0123456789-b', 9)).toBe('stre…89-b');
  expect(cut('日本語', 5)).toBe('日本');
  expect([cutMiddle('abcdef', 2), cutMiddle('abcdef', 1)]).toEqual(['a…', '…']);
  fc.assert(
    fc.property(anyText, fc.nat(20), (text, width) => {
      for (const short of [cut(text, width), cutMiddle(text, width), cutWords(text, width)]) {
        expect(textWidth(short)).toBeLessThanOrEqual(width);
      }
    }),
  );
});

test.each([
  ['Server load: CPU 91%', 20, 'Server load: CPU 91%'],
  ['Server load: CPU 91%', 18, 'Server load: CPU …'],
  ['Server load: CPU 91%', 17, 'Server load: CPU…'],
  ['Server load: CPU 91%', 15, 'Server load: …'],
  ['one-very-long-name', 8, 'one-ver…'],
  ['missing from the topology, group eu', 20, 'missing …'],
  ['Group short of servers: has 1 of 2', 33, 'Group short of servers: has 1 …'],
])('%j is cut at whole words in %i cells', (text, width, shown) => {
  expect(cutWords(text, width)).toBe(shown);
});

test('a fitted row is exactly as wide as its place, and the rest keeps its tones', () => {
  fc.assert(
    fc.property(anyLine, fc.nat(40), (line, width) => {
      expect(lineWidth(fitLine(line, width))).toBe(width);
    }),
    { numRuns: 300 },
  );
  const line: Line = [{ text: 'CPU ', tone: 'dim' }, { text: '97 %', tone: 'crit' }, { text: ' load' }];
  expect(fitLine(line, 7)).toEqual([line[0], { text: '97…', tone: 'crit' }]);
  expect(fitLine(line, 8)).toEqual([line[0], { text: '97 …', tone: 'crit' }]);
  expect(flat(padLine([{ text: 'ab' }], 4))).toBe('ab  ');
});

test('a part of a row contains whole characters only', () => {
  expect(flat(sliceLine([{ text: 'a日' }, { text: '本b' }], 2, 3))).toBe(' 本');
  expect(flat(sliceLine([{ text: 'a日' }, { text: '本b' }], 1, 3))).toBe('日 ');
  const ascii = fc.array(fc.record({ text: fc.string({ unit: fc.constantFrom('a', '─', '日') }) }));
  fc.assert(
    fc.property(ascii, fc.nat(20), fc.nat(20), (line, from, width) => {
      const expected = Math.max(0, Math.min(lineWidth(line) - from, width));
      expect(lineWidth(sliceLine(line, from, width))).toBe(expected);
    }),
  );
});
