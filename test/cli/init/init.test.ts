import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { schemaFindings } from '../../../src/cli/config/schema-file.ts';
import { goodCertificate } from '../../e2e/fault-rig.ts';
import { simulate } from '../../e2e/program.ts';
import { serve, serveWithLogin } from '../../http/support.ts';
import { eventually } from '../../support/eventually.ts';
import { openGate } from '../../support/gate.ts';
import { newHome, runCommand, startCommand } from '../run-command.ts';

/** A terminal for questions: typed text reaches the listener of that moment. */
class Terminal extends EventEmitter {
  readonly isTTY = true;
  isRaw = false;
  /** It is being read, which would keep the program alive. */
  isRead = false;
  /** How often it was restored. */
  timesGivenBack = 0;
  setRawMode(raw: boolean): void {
    if (this.isRaw && !raw) this.timesGivenBack++;
    this.isRaw = raw;
  }
  pause(): void {
    this.isRead = false;
  }
  resume(): void {
    this.isRead = true;
  }
}

/** A command that asks questions, inside this process. */
function ask(args: string[], home: string, env: Record<string, string> = {}, script = 'castwatch.js') {
  const terminal = new Terminal();
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as unknown as typeof process.stdin);
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['/usr/bin/node', `/opt/${script}`]);
  const before = process.stderr.isTTY;
  process.stderr.isTTY = true;
  const command = startCommand(args, env, { home });
  onTestFinished(() => {
    vi.restoreAllMocks();
    process.stderr.isTTY = before;
  });
  let seen = 0;
  return {
    terminal,
    command,
    type: (text: string) => void terminal.emit('data', Buffer.from(text)),
    /** Waits for a question after the last one, and types the answer. */
    async answer(question: string, text: string) {
      await eventually(() => expect(command.stderr.slice(seen)).toContain(question));
      seen = command.stderr.length;
      terminal.emit('data', Buffer.from(`${text}\r`));
    },
  };
}

/** A quiet cluster and the words that name it. */
async function quiet() {
  const simulator = await simulate({ scenario: 'quiet' });
  const { url, username, password } = simulator;
  const words = ['--url', url, '--username', username];
  return { simulator, home: newHome(), words, env: { CASTWATCH_PASSWORD: password } };
}

const folder = (home: string) => join(home, 'config/castwatch');
const mode = (path: string) => statSync(path).mode & 0o777;

test('init asks, tries the answers, and writes a configuration with a separate password file', async () => {
  const { simulator, home } = await quiet();
  const { terminal, command, answer, type } = ask(['init'], home);
  await answer('URL of the cluster', 'ftp://nowhere');
  expect([terminal.isRaw, terminal.isRead]).toEqual([true, true]);
  await answer('URL of the cluster', simulator.url);
  await answer('user: ', simulator.username);
  await answer(`password of ${simulator.username}: `, 'wr0ng');
  type('typed-ahead\r');
  await answer(`password of ${simulator.username}: `, simulator.password);
  await answer('Name of this cluster [cluster]: ', 'not a name');
  await answer('Name of this cluster [cluster]: ', '');
  await answer('Keep the password', 'x');
  await answer('Keep the password', '');
  const { code, stderr } = await command.ended;
  expect(code).toBe(0);
  expect([terminal.isRaw, terminal.isRead]).toEqual([false, false]);
  expect(terminal.listenerCount('data')).toBe(0);
  expect(stderr).toContain(`password of ${simulator.username}: \nBAD   login`);
  expect(stderr).toMatch(/BAD {3}login[\s\S]*ok {4}login[\s\S]*ok {4}rights[\s\S]*ok {4}clock/);
  expect(stderr).toContain('"ftp://nowhere" must begin with https://');
  expect(stderr).toContain('a name has letters, digits, ".", "_" and "-", 64 at most\n');
  for (const hidden of [simulator.password, 'wr0ng', 'typed-ahead']) expect(stderr).not.toContain(hidden);
  const [file, password, schema] = ['config.yaml', 'cluster.password', 'config.schema.json'].map((name) =>
    join(folder(home), name),
  ) as [string, string, string];
  const text = readFileSync(file, 'utf8');
  expect([mode(file), mode(password), mode(folder(home))]).toEqual([0o600, 0o600, 0o700]);
  expect(readFileSync(password, 'utf8')).toBe(`${simulator.password}\n`);
  expect(text).toContain(`clusters:\n  cluster:\n    url: ${simulator.url}\n    username: operator\n`);
  expect(text).toContain(`\n      file: ${password}\n`);
  expect(stderr).toContain(`\nThe password is in ${password} (0600).\n`);
  expect(stderr).toContain(`Written: ${file} (0600).\nWatch it with: node /opt/castwatch.js\n`);
  // Editors check it with the schema beside it, and `config check` says whether that is still the right one.
  expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/config\.schema\.json\n/);
  const checked = async () => (await runCommand(['config', 'check'], {}, { home })).stdout;
  expect(await checked()).toMatch(/^ok {4}schema /m);
  writeFileSync(schema, '{}');
  expect(await checked()).toMatch(/^warn {2}schema .*is of another version of castwatch\n +Editors/m);
  rmSync(schema);
  mkdirSync(schema);
  expect(schemaFindings(file)).toMatchObject([{ words: expect.stringContaining('cannot be compared: ') }]);
  expect(await runCommand(['check', '--interval', '1'], {}, { home })).toMatchObject({ code: 0 });
});

test('an existing configuration keeps its lines, and the lines to add are shown and can be refused', async () => {
  const { simulator, home, words, env } = await quiet();
  const file = join(home, 'own file.yaml');
  writeFileSync(file, 'theme: dark\n', { mode: 0o600 });
  writeFileSync(join(home, 'lab.password'), 'kept\n');
  const given = ['init', ...words, '--config', file, '--profile', 'lab'];
  const { command, answer, terminal } = ask(given, home, env);
  await answer('Keep the password', 'f');
  for (const printing of ['exit 3', 'echo another', `echo ${simulator.password}`]) {
    await answer('Keep the password', 'c');
    await answer('Command that prints it', printing);
  }
  await answer('Write them? [Y/n]', 'n');
  const { code, stderr } = await command.ended;
  expect(code).toBe(0);
  // For each of the three commands that may ask on the terminal, and at the end.
  expect(terminal.timesGivenBack).toBe(4);
  expect(stderr).toContain(`Cannot write ${join(home, 'lab.password')}`);
  expect(stderr).toContain('password: its command failed: exit code 3\n');
  expect(stderr).toContain('It prints another password than the one that was accepted.');
  expect(stderr).toContain(`+   lab:\n+     url: ${simulator.url}\n`);
  expect(stderr).toContain(`Add this to ${file}, below clusters:\n\n  lab:\n    url: ${simulator.url}`);
  expect(stderr).toContain(`      command: echo ${simulator.password}\n`);
  expect(stderr).toContain(`Watch it with: node /opt/castwatch.js --config '${file}'\n`);
  expect(readFileSync(file, 'utf8')).toBe('theme: dark\n');
  expect(readFileSync(join(home, 'lab.password'), 'utf8')).toBe('kept\n');
});

test('a second cluster is added, and the rest of the configuration stays unchanged', async () => {
  const { simulator, home, words, env } = await quiet();
  const file = join(home, 'config.yaml');
  const first = `    first:   # the old one\n        url: ${simulator.url}\n        # until spring\n`;
  const before = `# mine\nclusters:\n${first}# colours\ntheme: dark\n`;
  writeFileSync(file, before, { mode: 0o600 });
  const { command, answer } = ask(['init', ...words, '--config', file], home, env, 'castwatch');
  await answer('Name of this cluster [cluster]: ', 'first');
  await answer('Name of this cluster [cluster]: ', 'second');
  await answer('Keep the password', 'a');
  await answer('Write them? [Y/n]', '');
  const { code, stderr } = await command.ended;
  expect(code).toBe(0);
  expect(stderr).toContain('There is a cluster first already.');
  expect(stderr).toContain(`Watch it with: castwatch --config ${file} --profile second\n`);
  const after = readFileSync(file, 'utf8');
  const [head = '', tail = ''] = before.split('# colours');
  expect(after.startsWith(`${head}    second:\n      url: ${simulator.url}\n`)).toBe(true);
  expect(after.endsWith(`# colours${tail}`)).toBe(true);
  const listed = await runCommand(['--config', file], {}, { home });
  expect([listed.code, listed.stderr]).toEqual([3, expect.stringContaining('castwatch check --all')]);
});

test('a password is asked for three times, one from the environment is tried once; a refused one leaves no file', async () => {
  const { simulator, home, words } = await quiet();
  const typed = ask(['init', ...words], home);
  for (const wrong of ['one', 'two', 'three']) await typed.answer('password of operator: ', wrong);
  const refused = await typed.command.ended;
  expect(refused.code).toBe(3);
  expect(refused.stderr).toMatch(/No login was accepted\. .*init again/);
  const logins = () => simulator.requests.filter(({ path }) => path.endsWith('/login')).length;
  expect(logins()).toBe(3);
  const { command } = ask(['init', ...words], home, { CASTWATCH_PASSWORD: 'four' });
  expect((await command.ended).code).toBe(3);
  expect(logins()).toBe(4);
  expect(existsSync(folder(home))).toBe(false);
});

test('where there is no login, no other password is asked for', async () => {
  const { url } = await serve((_, response) => void response.writeHead(404).end());
  const { command, answer } = ask(['init', '--url', url, '--username', 'operator'], newHome());
  await answer('password of operator: ', 'one');
  const { code, stderr } = await command.ended;
  expect([code, stderr]).toEqual([3, expect.stringContaining('no login at this address (404)')]);
});

test('it ends when nothing answers, or when plain HTTP is not wanted', async () => {
  const home = newHome();
  const nowhere = await ask(['init', '--url', 'http://127.0.0.1:9'], home).command.ended;
  expect([nowhere.code, nowhere.stderr]).toEqual([3, expect.stringContaining('BAD   reached')]);
  const question = 'Not encrypted: anyone on the network path can read the password. Use it? [y/N]';
  for (const typed of ['', 'y']) {
    const { answer, command } = ask(['init', '--url', 'http://0.0.0.0:9'], home);
    await answer(question, typed);
    const { code, stderr } = await command.ended;
    expect([code, stderr.includes('BAD   reached')]).toEqual([3, typed === 'y']);
  }
});

test('the authority of a certificate is asked for until it can be read and trusted, and any file can be written', async () => {
  const { simulator, home, env } = await quiet();
  const gate = await openGate(simulator.url, goodCertificate);
  onTestFinished(() => gate.close());
  const [file, config] = ['cluster.pem', 'new.yaml'].map((name) => join(home, name)) as [string, string];
  writeFileSync(file, goodCertificate.cert);
  const url = `https://localhost:${gate.port}`;
  const words = ['--url', url, '--username', simulator.username, '--profile', 'lab', '--config', config];
  const { command, answer } = ask(['init', ...words], home, env);
  await answer('PEM file of the authority: ', join(home, 'no-such-file.pem'));
  await answer('PEM file of the authority: ', file);
  await answer('Keep the password', 'a');
  const { code, stderr } = await command.ended;
  expect(code).toBe(0);
  expect(stderr).toContain(`openssl s_client -connect localhost:${gate.port}`);
  expect(stderr).toContain('trusted, valid, and issued for this name');
  const written = readFileSync(config, 'utf8');
  expect(written).toContain('clusters:\n  lab:\n');
  expect(written).toContain(`caFile: ${file} `);
  expect(written).toContain('      prompt: true\n');
  expect(written).not.toContain('allowHttp');
});

test('it ends with a message when nobody answers, and with Ctrl-C outside of a question; the terminal is restored', async () => {
  const home = newHome();
  const { command, answer, terminal } = ask(['init'], home);
  await answer('URL of the cluster', '');
  const { code, stderr } = await command.ended;
  expect([code, terminal.isRaw]).toEqual([2, false]);
  expect(stderr).toContain('nothing was typed');
  vi.restoreAllMocks();
  const without = await runCommand(['init'], {}, { home });
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('no terminal to ask on')]);
});

test('Ctrl-Z restores the terminal until the program continues, and Ctrl-C at a question ends with a message', async () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const { command, terminal, type } = ask(['init'], newHome());
  await eventually(() => expect(command.stderr).toContain('URL of the cluster'));
  type('\x1a');
  await eventually(() => expect(kill).toHaveBeenCalledWith(process.pid, 'SIGTSTP'));
  expect(terminal.isRaw).toBe(false);
  const before = command.stderr.length;
  process.emit('SIGCONT');
  expect(terminal.isRaw).toBe(true);
  expect(command.stderr.slice(before)).toContain('URL of the cluster');
  type('\x03');
  const { code, stderr } = await command.ended;
  expect(code).toBe(2);
  expect(stderr.slice(before)).toMatch(/URL of the cluster[^\n]*\ncastwatch: /);
  expect(terminal.isRaw).toBe(false);
});

test('Ctrl-C outside of a question, and a signal, end the program with their exit codes', async () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const { url, server } = await serveWithLogin(() => {});
  const { command, type, terminal } = ask(['init', '--url', url], newHome());
  await eventually(() => expect(terminal.isRaw).toBe(true));
  type('typed ahead\x03');
  process.emit('SIGTERM');
  expect(exit.mock.calls).toEqual([[130], [143]]);
  expect(command.stderr).not.toContain('typed ahead');
  expect(process.listenerCount('SIGTERM')).toBe(1);
  // Nothing has ended it here: it continues until its server is gone.
  server.closeAllConnections();
  expect(await command.ended).toMatchObject({ code: 3 });
  exit.mockRestore();
});
