import { expect, test } from 'vitest';
import { crashReport } from '../../../src/ui/terminal/crash-report.ts';

test('a thrown value that is no error is shown as it is', () => {
  expect(crashReport('just words', true)).toContain('error of its own: just words\n');
});

test('a very long message is cut', () => {
  expect(crashReport(new Error('x'.repeat(5_000)), false).length).toBeLessThan(800);
});
