import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newHome, runCommand } from '../run-command.ts';

async function printed(kind: string, password: string) {
  // A service of the system would be refused where this checkout is below a home or temporary directory.
  const { argv } = process;
  process.argv = ['/opt/castwatch/node', '/opt/castwatch/castwatch.js'];
  onTestFinished(() => {
    process.argv = argv;
  });
  const home = newHome();
  const config = join(home, 'castwatch.yaml');
  const profile = `clusters:\n  lab:\n    url: https://lab.example\n    username: ann\n    password: ${password}\n`;
  writeFileSync(config, profile, { mode: 0o600 });
  return runCommand(['record', '--print-unit', kind, '--config', config, '--profile', 'lab'], {}, { home });
}

test.each([
  ['systemd', '{ command: [pass, show, lab] }', true],
  ['systemd-user', '{ command: [pass, show, lab] }', false],
  ['systemd', '{ file: /etc/castwatch/lab }', false],
])('a unit for %s with the password %s warns of the command: %s', async (kind, password, isWarned) => {
  const { code, stdout, stderr } = await printed(kind, password);
  expect([code, stderr.includes('runs the command of the password')]).toEqual([0, isWarned]);
  expect(stdout).toContain('[Service]');
});
