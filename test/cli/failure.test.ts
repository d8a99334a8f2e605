import { expect, onTestFinished, test, vi } from 'vitest';
import { explainFailure } from '../../src/cli/failure.ts';

test('a fault of the program exits with 1, and shows its place in the code only on demand; a limit is named', () => {
  const error = new Error('a table has no rows');
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  expect([explainFailure(error, {}), explainFailure(error, { CASTWATCH_DEBUG: '1' })]).toEqual([1, 1]);
  expect(explainFailure(Object.assign(error, { code: 'EMFILE' }), {})).toBe(1);
  const [said, more, limit] = write.mock.calls.map(([text]) => text);
  expect(limit).toMatch(/^castwatch: too many open files: .*ulimit/);
  expect(said).toMatch(/^castwatch stopped because of an error of its own: Error: a table has no rows\n/);
  expect(said).not.toContain('failure.test');
  expect(more).toContain('failure.test');
});
