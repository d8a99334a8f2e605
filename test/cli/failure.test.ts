import { expect, onTestFinished, test, vi } from 'vitest';
import { explainFailure } from '../../src/cli/failure.ts';

/** The message and the exit code for an error. */
function explained(error: unknown, env: NodeJS.ProcessEnv = {}): { code: number; said: string } {
  let said = '';
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  onTestFinished(() => spy.mockRestore());
  return { code: explainFailure(error, env), said };
}

test('a fault of the program exits with 1, and shows its place in the code only on demand', () => {
  const error = new Error('a table has no rows');
  const { code, said } = explained(error);
  expect(code).toBe(1);
  expect(said).toMatch(/^castwatch stopped because of an error of its own: Error: a table has no rows\n/);
  expect(said).not.toContain('failure.test');
  expect(explained(error, { CASTWATCH_DEBUG: '1' }).said).toContain('failure.test');
});
