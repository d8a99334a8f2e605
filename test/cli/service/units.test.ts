import { expect, onTestFinished, test, vi } from 'vitest';
import { parseArguments, UsageError } from '../../../src/cli/options/options.ts';
import { neededSecrets, serviceCommand } from '../../../src/cli/service/service-command.ts';
import { serviceUnit, type UnitKind } from '../../../src/cli/service/units.ts';

const program = ['/usr/bin/node', '/opt/cast watch.js'];
const words = [...program, 'record', '--username', '100%"$x'];
const command = { name: 'record' as const, command: words, environment: [], credentials: [] };
const linesOf = (...unit: Parameters<typeof serviceUnit>) => serviceUnit(...unit).split('\n');
const record = { name: 'record', kind: 'systemd', program, config: undefined, files: [] } as const;

/** The arguments of the service in the unit that `castwatch record` prints for these words. */
function started(words: readonly string[], env: NodeJS.ProcessEnv = {}, kind: UnitKind = 'systemd') {
  const service = serviceCommand({ ...record, kind }, parseArguments(['record', ...words], env).flags, env);
  return { words: service.command.slice(2), environment: Object.fromEntries(service.environment) };
}

test.each(['systemd', 'systemd-user'] as const)('%s: it starts and reloads exactly this command', (kind) => {
  const unit = serviceUnit(kind, command);
  // Characters that systemd would expand or split stay as written.
  expect(unit).toContain('ExecStart=/usr/bin/node "/opt/cast watch.js" record --username "100%%\\"$$x"\n');
  expect(unit).toContain('ExecReload=kill -HUP $MAINPID');
  for (const line of ['Type=notify', 'WatchdogSec=300', 'NoNewPrivileges=yes', 'RestrictNamespaces=yes'])
    expect(unit.split('\n')).toContain(line);
});

test('a system unit has a state directory and a user of its own, and a user unit keeps the home directory', () => {
  const own = ['DynamicUser=yes', 'User=castwatch', 'StateDirectory=castwatch', 'ProtectSystem=strict'];
  expect(linesOf('systemd', command)).toEqual(expect.arrayContaining(own));
  const user = linesOf('systemd-user', command);
  expect(user).not.toContain('DynamicUser=yes');
  expect(user).not.toContain('ProtectSystem=strict');
  expect(user).toContain('WantedBy=default.target');
});

test('a system unit with a shared history has a user that lasts, and readers have a group that reads nothing else', () => {
  const shared = (directory: string) => linesOf('systemd', { ...command, shared: directory });
  const below = shared('/var/lib/castwatch-history');
  expect(below).not.toContain('DynamicUser=yes');
  const install = '# install -d -o castwatch -g castwatch-history -m 2750';
  const own = ['User=castwatch', 'StateDirectory=castwatch', 'StateDirectoryMode=0700'];
  const history = ['ReadWritePaths=/var/lib/castwatch-history', `${install} /var/lib/castwatch-history`];
  expect(below).toEqual(expect.arrayContaining([...own, ...history]));
  expect(below.join('\n')).toContain('useradd --system');
  // The group castwatch reads passwords below /etc/castwatch (the Debian package).
  expect(below.filter((line) => line.includes('usermod'))).toEqual([
    '# groupadd --system --force castwatch-history && usermod -aG castwatch-history NAME',
  ]);
  const elsewhere = shared('/srv/cast watch');
  expect(elsewhere).toContain('ReadWritePaths="/srv/cast watch"');
  expect(elsewhere).toContain(`${install} '/srv/cast watch'`);
  expect(() => serviceCommand({ ...record, shared: '/home/a' }, {}, {})).toThrow('hidden from it');
});

test('a launchd file keeps each word separate', () => {
  const environment = [['CASTWATCH_URL', 'https://x/?a&b']] as const;
  const file = serviceUnit('launchd', { ...command, command: ['/usr/bin/node', 'a<b>&c'], environment });
  expect(file).toContain('<string>/usr/bin/node</string>\n    <string>a&lt;b&gt;&amp;c</string>');
  expect(file).toContain('<key>CASTWATCH_URL</key>\n    <string>https://x/?a&amp;b</string>');
  for (const key of ['KeepAlive', 'RunAtLoad']) expect(file).toContain(`<key>${key}</key>\n  <true/>`);
});

test.each([
  '--print-unit systemd --profile lab --all --interval 2',
  '--print-unit=systemd --all --profile=lab --interval=2',
])('the service of %j starts with all options except the one that printed the unit', (words) => {
  expect(started(words.split(' ')).words.join(' ')).toBe('record --profile lab --interval 2 --all');
});

test('every path is absolute, because a service has another working directory', () => {
  vi.spyOn(process, 'cwd').mockReturnValue('/srv/castwatch');
  onTestFinished(() => void vi.restoreAllMocks());
  const given = ['--ca-file', '../ca.pem', '--log=castwatch.log'];
  const env = { CASTWATCH_CONFIG: 'own/config.yaml' };
  const { words, environment } = started(given, env, 'systemd-user');
  expect(words.join(' ')).toBe('record --ca-file /srv/ca.pem --log /srv/castwatch/castwatch.log');
  expect(environment).toEqual({ CASTWATCH_CONFIG: '/srv/castwatch/own/config.yaml' });
});

test('a system unit copies every file that is read, and says which lie below a home', () => {
  const { flags } = parseArguments(['record', '--password-file', '/home/ann/my password%'], {});
  const start = { ...record, config: '/etc/castwatch/config.yaml', files: ['/etc/castwatch/eu-west.pem'] };
  const service = serviceCommand(start, flags, { XDG_CONFIG_HOME: '/home/ann/.config' });
  expect(service.environment).toEqual([['CASTWATCH_CONFIG', '/etc/castwatch/config.yaml']]);
  const unit = linesOf('systemd', service);
  expect(unit.filter((line) => line.startsWith('LoadCredential='))).toEqual([
    'LoadCredential=etc-castwatch-config.yaml:/etc/castwatch/config.yaml',
    'LoadCredential=home-ann-my_20password_25:/home/ann/my password%%',
    'LoadCredential=etc-castwatch-eu_2dwest.pem:/etc/castwatch/eu-west.pem',
  ]);
  expect(unit.filter((line) => line.startsWith('#')).join('\n')).toContain(
    'Below a home or temporary directory, so that the service depends on it: /home/ann/my password%',
  );
  // A reload would read the same copies again.
  expect(unit).toContain('# After a change of one of them: systemctl restart castwatch.service');
  expect(unit.join('\n')).not.toContain('ExecReload');
  const user = serviceUnit('systemd-user', serviceCommand({ ...start, kind: 'systemd-user' }, flags, {}));
  expect(user).not.toContain('LoadCredential');
});

test.each([
  [['--log', '/home/ann/requests.log'], {}],
  [['--log', '/var/log/castwatch.log'], {}],
  [[], { NODE_EXTRA_CA_CERTS: '/tmp/../tmp/ca.pem' }],
])('a system unit for %j %j, which it could not use, is refused, and a user unit is not', (words, env) => {
  expect(() => started(words, env)).toThrow(UsageError);
  expect(() => started(words, env)).toThrow('or use --print-unit systemd-user');
  expect(started(words, env, 'systemd-user').words).toHaveLength(words.length + 1);
});

test('the unit of export has a name of its own and repeats an option that is given twice', () => {
  const { flags } = parseArguments(['export', '--allow-host', 'a', '--allow-host', 'b'], {});
  const service = serviceCommand({ ...record, name: 'export', kind: 'systemd-user' }, flags, {});
  expect(service.command.slice(2)).toEqual(['export', '--allow-host', 'a', '--allow-host', 'b']);
  const unit = serviceUnit('systemd-user', service);
  expect(unit).toContain('# ~/.config/systemd/user/castwatch-export.service\n');
  expect(unit).toContain('loginctl enable-linger');
  expect(unit).not.toContain('ExecReload');
});

test('a system unit is refused when the program itself is below a home directory', () => {
  const at = (path: string) => () => serviceCommand({ ...record, program: ['/usr/bin/node', path] }, {}, {});
  expect(at('/home/ann/castwatch.js')).toThrow('would not find /home/ann/castwatch.js');
  expect(at('/homes/castwatch.js')).not.toThrow();
});

test('variables of the environment are in the unit, except secrets', () => {
  const env = {
    CASTWATCH_URL: 'https://cluster.example.net/100%',
    CASTWATCH_USERNAME: 'Zoë "Z"',
    CASTWATCH_PASSWORD: 'hunter2',
    XDG_STATE_HOME: '/srv/state',
    PATH: '/bin',
  };
  const { environment } = started([], env, 'systemd-user');
  expect(Object.keys(environment)).toEqual(['CASTWATCH_URL', 'CASTWATCH_USERNAME', 'XDG_STATE_HOME']);
  expect(started([], env).environment).not.toHaveProperty('XDG_STATE_HOME');
  const unit = serviceUnit('systemd-user', { ...command, environment: Object.entries(environment) });
  expect(unit).toContain('\nEnvironment=CASTWATCH_URL=https://cluster.example.net/100%%\n');
  expect(unit).toContain('\nEnvironment="CASTWATCH_USERNAME=Zoë \\"Z\\""\n');
  expect(unit).not.toContain('hunter2');
  expect(neededSecrets(['LAB_PASSWORD'], env)).toEqual(['CASTWATCH_PASSWORD', 'LAB_PASSWORD']);
});

test.each(['a\nExecStartPre=/bin/evil', 'a\rb', 'a\u2028b', 'a\x1b[2J', 'a\u202eb'])(
  'a word or a variable with %j is refused',
  (text) => {
    expect(() => started(['--username', text])).toThrow(UsageError);
    expect(() => started([], { CASTWATCH_USERNAME: text })).toThrow('a unit cannot hold');
  },
);
