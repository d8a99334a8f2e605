import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { differenceOf, expectGolden } from './golden-file.ts';

test('a difference names the rows, with what was expected and what came', () => {
  expect(differenceOf('one\ntwo\n', 'one\ntwo\n')).toBeUndefined();
  const words = differenceOf('one\n\x1b[0;1mtwo\x1b[0m\nthree\n', 'one\n\x1b[0;1mzwei\x1b[0m\nthree\nfour\n');
  expect(words).toBe(
    'differs in 3 of 5 rows:\n' +
      'row 2\n  expected: two\n  got:      zwei\n' +
      'row 4\n  expected: \n  got:      four\n' +
      'row 5\n  expected: (no such row)\n  got:      ',
  );
});

test('a difference only in colours is shown', () => {
  expect(differenceOf('\x1b[0;31mred\x1b[0m', '\x1b[0;32mred\x1b[0m')).toBe(
    'differs in 1 of 1 rows:\nrow 1, in its colours\n  expected: ‹0;31›red‹0›\n  got:      ‹0;32›red‹0›',
  );
});

test('a missing file is a failure and is not written', () => {
  vi.stubEnv('CASTWATCH_WRITE_GOLDEN', undefined);
  const path = resolve(import.meta.dirname, 'no-such-golden.txt');
  expect(() => expectGolden(path, 'x')).toThrow(/no-such-golden.txt does not exist/);
  expect(existsSync(path)).toBe(false);
  vi.unstubAllEnvs();
});
