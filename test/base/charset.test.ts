import { expect, test } from 'vitest';
import { inCharset } from '../../src/base/charset.ts';

test.each([
  ['unicode', '● █ ⣀⣿ ≥ 日', '● █ ⣀⣿ ≥ 日'],
  ['ascii', '● █ ⣀⣿ ≥ 日', '* # _# > ??'],
  ['ascii', '⣀⣀⠤⠤⠒⠒⠉⠉ ⠇⣤', '__------ ::'],
] as const)(
  'in the set %s, what cannot be drawn gets a similar sign of the same width',
  (charset, text, drawn) => {
    expect(inCharset(text, charset)).toBe(drawn);
  },
);

test('in the set of a Linux console, lines and blocks stay and other signs get similar ones', () => {
  const drawn = inCharset('─│█ ⣿ 日', 'console');
  expect(drawn.startsWith('─│█ ')).toBe(true);
  expect(drawn).not.toMatch(/[⣿日]/);
});
