import { expect, test } from 'vitest';
import { serviceUnit, serviceWords } from '../../../src/cli/record/service-units.ts';

const command = ['/usr/bin/node', '/opt/cast watch.js', 'record', '--username', '100%"$x'];

test.each(['systemd', 'systemd-user'] as const)(
  'a unit of %s starts the very command, and reloads it',
  (kind) => {
    const unit = serviceUnit(kind, command);
    // What systemd would expand or split comes through as it was written.
    expect(unit).toContain('ExecStart=/usr/bin/node "/opt/cast watch.js" record --username "100%%\\"$$x"\n');
    expect(unit).toContain('ExecReload=kill -HUP $MAINPID');
    for (const line of ['Type=notify', 'WatchdogSec=120', 'NoNewPrivileges=yes', 'RestrictNamespaces=yes'])
      expect(unit.split('\n')).toContain(line);
  },
);

test('the system manager gives a state directory and a user of its own, the user manager leaves the home', () => {
  const system = serviceUnit('systemd', command).split('\n');
  expect(system).toEqual(
    expect.arrayContaining(['DynamicUser=yes', 'StateDirectory=castwatch', 'ProtectSystem=strict']),
  );
  const user = serviceUnit('systemd-user', command).split('\n');
  expect(user).not.toContain('DynamicUser=yes');
  expect(user).not.toContain('ProtectSystem=strict');
  expect(user).toContain('WantedBy=default.target');
});

test('a file of launchd holds each word for itself', () => {
  const file = serviceUnit('launchd', ['/usr/bin/node', 'a<b>&c']);
  expect(file).toContain('<string>/usr/bin/node</string>\n    <string>a&lt;b&gt;&amp;c</string>');
  for (const key of ['KeepAlive', 'RunAtLoad']) expect(file).toContain(`<key>${key}</key>\n  <true/>`);
});

test.each([
  [['record', '--print-unit', 'systemd', '--profile', 'lab']],
  [['record', '--print-unit=systemd', '--profile', 'lab']],
  [['record', '--profile', 'lab', '--print-unit', 'systemd']],
])('the service of %j is started with all words but those that asked for it', (words) => {
  expect(serviceWords(words)).toEqual(['record', '--profile', 'lab']);
});
