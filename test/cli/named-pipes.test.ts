import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bundle } from '../e2e/driver.ts';
import { newHome, runCommand } from './run-command.ts';

/** Each way in for a file that the user names; PIPE is a pipe that nobody writes to, URL leads to a cluster. */
const waysIn: readonly (readonly [words: string, says: RegExp])[] = [
  ['check --config PIPE', /cannot read .*: it is a pipe/],
  ['snapshot URL --ca-file PIPE', /--ca-file.*it is a pipe/],
  // A password may come through a pipe, so this is bounded in time.
  ['check -t 1 URL --password-file PIPE', /^CASTWATCH UNKNOWN - not finished within 1 s\.\n$/],
  ['export URL --listen 127.0.0.1:0 --tls-cert PIPE --tls-key PIPE', /not an ordinary file/],
  ['replay PIPE', /not an ordinary file/],
  ['record --from PIPE', /not an ordinary file/],
  ['report --file PIPE', /not an ordinary file/],
  ['snapshot URL --log PIPE', /pipe|ordinary file/],
];

test('a pipe in the place of any file that the user names is refused with its reason, and not waited for', async () => {
  const pipe = join(newHome(), 'pipe');
  // What `check` starts to be ended in time is the built program.
  vi.spyOn(process, 'argv', 'get').mockReturnValue([process.execPath, bundle]);
  vi.spyOn(process, 'execArgv', 'get').mockReturnValue([]);
  onTestFinished(() => void vi.restoreAllMocks());
  execFileSync('mkfifo', ['-m', '600', pipe]);
  for (const [words, says] of waysIn) {
    const named = words
      .replace('URL', '--url https://127.0.0.1:9 --username operator')
      .replaceAll('PIPE', pipe);
    const { stdout, stderr, code } = await runCommand(named.split(' '), { CASTWATCH_PASSWORD: 'x' });
    expect(stdout + stderr, words).toMatch(says);
    expect(code, words).not.toBe(0);
  }
});
