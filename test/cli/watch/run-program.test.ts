import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runBeside, runInTerminal } from '../../../src/cli/watch/run-program.ts';

const env = { PATH: process.env.PATH };
const sh = (script: string, ...words: string[]) => ({
  name: 'own',
  argv: ['sh', '-c', script, 'own', ...words],
  terminal: false,
  timeout: 10_000,
});

test('the output of a program and its exit code are returned, without what could control the terminal', async () => {
  const result = await runBeside(sh('printf "a\\033[2Jb\\n"; echo wrong >&2; exit 3'), env);
  expect(result).toMatchObject({ outcome: 'exit code 3', failed: true });
  expect(result.output).not.toContain('\x1b');
  expect(result.output).toContain('wrong');
});

test('a program that cannot be started is named', async () => {
  const run = { ...sh(''), argv: ['/nowhere/program'] };
  await expect(runBeside(run, env)).rejects.toThrow(/\/nowhere\/program could not be run/);
});

test('output without end is cut, and the program may go on', async () => {
  const { output, outcome } = await runBeside(sh('yes | head -c 10000000'), env);
  expect(outcome).toBe('exit code 0');
  expect(output.length).toBeLessThan(70_000);
  expect(output).toMatch(/… \(cut\)$/);
});

test('a program that fails in the terminal waits for Enter, and nothing reads the keys afterwards', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as never);
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(output as never);
  onTestFinished(() => void vi.restoreAllMocks());
  input.write('\n');
  expect(await runInTerminal(sh('exit 3'), env)).toMatchObject({ outcome: 'exit code 3', failed: true });
  expect(output.read()?.toString()).toContain('own: exit code 3. Enter returns to castwatch.');
  expect(input.listenerCount('data')).toBe(0);
});
