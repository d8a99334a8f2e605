import { expect, test } from 'vitest';
import { inCharset } from '../../src/base/charset.ts';

test.each([
  ['unicode', '● █ ⣀⣿ ≥ 日', '● █ ⣀⣿ ≥ 日'],
  ['ascii', '● █ ⣀⣿ ≥ 日', '* # _# > ??'],
  ['ascii', '⣀⣀⠤⠤⠒⠒⠉⠉ ⠇⣤', '__------ ::'],
  // Lines and blocks stay on a Linux console.
  ['console', '─│█ ⣿ 日', '─│█ █ ??'],
] as const)('the set %s: what it lacks gets a similar sign of the same width', (charset, text, drawn) => {
  expect(inCharset(text, charset)).toBe(drawn);
});
