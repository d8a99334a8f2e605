import { expect, test } from 'vitest';
import { configure, newHome, runCommand } from '../run-command.ts';

test('a test of one way runs that way alone and reads no secret of another', async () => {
  const home = newHome();
  configure(
    home,
    'alerts:\n  command: [cat]\n  webhook: { url: "https://hooks.example", secret: { env: NOT_THERE } }\n',
  );
  const command = await runCommand(['alerts', 'test', 'command'], {}, { home });
  expect(command.code).toBe(0);
  expect(command.stdout).toMatch(/^ok {5}command .*cat: exit code 0: .*"event":"test".*\n$/);
  const all = await runCommand(['alerts', 'test', 'all'], {}, { home });
  expect([all.code, all.stderr]).toEqual([2, expect.stringContaining('NOT_THERE')]);
  const none = await runCommand(['alerts', 'test', 'alertmanager'], {}, { home });
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('alerts: has no alertmanager')]);
});

test('an Alertmanager with a user name and no password is refused before anything is sent', async () => {
  const home = newHome();
  configure(home, 'alerts:\n  alertmanager: { urls: ["https://alerts.example"], username: ann }\n');
  const { code, stderr } = await runCommand(['alerts', 'test', 'alertmanager'], {}, { home });
  expect([code, stderr]).toEqual([2, expect.stringContaining('username and password belong together')]);
});
