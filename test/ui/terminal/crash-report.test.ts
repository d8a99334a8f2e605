import { expect, test } from 'vitest';
import { crashReport } from '../../../src/ui/terminal/crash-report.ts';

test('a crash report says what happened, how to report it and how to learn more', () => {
  const rows = crashReport(new TypeError('no\nsuch thing'), false).split('\n');
  expect(rows[0]).toMatch(/error of its own: TypeError: no.such thing$/);
  expect(rows.slice(2)).toEqual(['CASTWATCH_DEBUG=1 shows where it happened.', '']);
});

test('a thrown value that is no error is shown as it is', () => {
  expect(crashReport('just words', true)).toContain('error of its own: just words\n');
});

test('a very long message is cut', () => {
  expect(crashReport(new Error('x'.repeat(5_000)), false).length).toBeLessThan(800);
});
