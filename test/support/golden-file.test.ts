import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { differenceOf, expectGolden } from './golden-file.ts';

test('a difference names the rows, with what was expected and what came; colours only where nothing else differs', () => {
  expect(differenceOf('one\n', 'one\n')).toBeUndefined();
  const kept = '\x1b[0;1mtwo\x1b[0m\n\x1b[0;31mred\x1b[0m';
  expect(differenceOf(kept, '\x1b[0;1mzwei\x1b[0m\n\x1b[0;32mred\x1b[0m\nfour')).toBe(
    'differs in 3 of 3 rows:\n' +
      'row 1\n  expected: two\n  got:      zwei\n' +
      'row 2, in its colours\n  expected: ‹0;31›red‹0›\n  got:      ‹0;32›red‹0›\n' +
      'row 3\n  expected: (no such row)\n  got:      four',
  );
});

test('a missing file is a failure and is not written', () => {
  vi.stubEnv('CASTWATCH_WRITE_GOLDEN', undefined);
  const path = resolve(import.meta.dirname, 'no-such-golden.txt');
  expect(() => expectGolden(path, 'x')).toThrow(/no-such-golden.txt does not exist/);
  expect(existsSync(path)).toBe(false);
  vi.unstubAllEnvs();
});
