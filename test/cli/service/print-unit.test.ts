import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newHome, runCommand } from '../run-command.ts';

async function printed(kind: string, password: string, env: Readonly<Record<string, string>> = {}) {
  // A service of the system would be refused where this checkout is below a home or temporary directory.
  const argv = ['/opt/castwatch/node', '/opt/cast watch/castwatch.js'];
  vi.spyOn(process, 'argv', 'get').mockReturnValue(argv);
  onTestFinished(() => void vi.restoreAllMocks());
  const home = newHome();
  const config = join(home, 'castwatch.yaml');
  const lab = `{ url: https://lab.example, username: ann, password: ${password} }`;
  writeFileSync(config, `clusters: { lab: ${lab} }\n`, { mode: 0o600 });
  return runCommand(['record', '--print-unit', kind, '--config', config, '--profile', 'lab'], env, { home });
}

test.each([
  ['systemd', '{ command: [pass, show, lab] }', /runs the command of the password/],
  ['systemd-user', '{ command: [pass, show, lab] }', /^$/],
  ['systemd', '{ file: /etc/castwatch/lab }', /^[^\n]*$/],
])(
  'a unit for %s with the password %s starts the same program, and says %s',
  async (kind, password, said) => {
    const { code, stdout, stderr } = await printed(kind, password);
    expect([code, stderr]).toEqual([0, expect.stringMatching(said)]);
    const program = '/opt/castwatch/node "/opt/cast watch/castwatch.js"';
    expect(stdout).toContain(`\nExecStart=${program} record --profile lab`);
  },
);

test('a secret of the environment is left out, which is said, and nobody can type one', async () => {
  const { stdout, stderr } = await printed('systemd', '{ env: LAB_PASSWORD }', { LAB_PASSWORD: 'hunter2' });
  expect(stderr).toContain('the unit leaves out LAB_PASSWORD');
  expect(stdout + stderr).not.toContain('hunter2');
  const typed = await printed('systemd', '{ prompt: true }');
  expect([typed.code, typed.stderr]).toEqual([2, expect.stringContaining('nobody can type the password')]);
});
