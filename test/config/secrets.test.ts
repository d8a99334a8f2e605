import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdtemp, open, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { Secret, type SecretSource } from '../../src/config/secret.ts';
import { readSecret, type SecretContext } from '../../src/config/secrets.ts';
import { eventually } from '../support/eventually.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { newFolder } from '../support/new-folder.ts';
import { openFiles } from '../support/open-files.ts';

const directory = newFolder();
afterEach(() => expect(openFiles(directory)).toEqual([]));

const context: SecretContext = { clock: systemClock, env: process.env };
const read = (source: SecretSource, more: Partial<SecretContext> = {}) =>
  readSecret(source, 'password', { ...context, ...more });
const file = (path: string, more = {}) => read({ kind: 'file', path }, more);
const run = (command: string | readonly string[], more = {}) => read({ kind: 'command', command }, more);

test('a secret is never printed', () => {
  const secret = new Secret('hunter2');
  const inspected = inspect({ secret }, { depth: 9, showHidden: true });
  expect(`${secret} ${JSON.stringify({ secret })} ${inspected}`).not.toContain('hunter2');
  expect(Object.getOwnPropertyNames(secret)).toEqual([]);
  expect(secret.reveal()).toBe('hunter2');
});

test('a private file is read without its last line end', async () => {
  const path = join(directory, 'password');
  await writeFile(path, 'two words \r\n', { mode: 0o600 });
  expect((await file(path)).reveal()).toBe('two words ');
});

test.each([0o640, 0o604, 0o644])('a file with mode %o is refused with its remedy', async (mode) => {
  const path = join(directory, "it's open");
  await writeFile(path, 'hunter2');
  await chmod(path, mode);
  const refused = file(path);
  await expect(refused).rejects.toThrow(`chmod 600 '${path.replace("'", "'\\''")}'`);
  await expect(refused).rejects.not.toThrow('hunter2');
});

test.skipIf(process.getuid?.() !== 0)(
  'a file that root gave to a group for reading, as systemd and Kubernetes do, is read where only root can write',
  async () => {
    const folder = await mkdtemp(join(directory, 'credentials-'));
    const path = join(folder, 'password');
    await writeFile(path, 'hunter2');
    await chmod(path, 0o440);
    const read = () => file(path);
    expect((await read()).reveal()).toBe('hunter2');
    await chmod(folder, 0o1777);
    await expect(read()).rejects.toThrow('other users can read');
    await chmod(folder, 0o700);
    await chown(path, 4_711, 4_711);
    await expect(read()).rejects.toThrow('other users can read');
  },
);

test('a file that another user owns or can replace is refused, but not in a directory like /tmp', async () => {
  const folder = await mkdtemp(join(directory, 'shared-'));
  const path = join(folder, 'password');
  await writeFile(path, 'hunter2', { mode: 0o600 });
  const read = () => file(path);
  await chmod(folder, 0o777);
  await expect(read()).rejects.toThrow(`other users can replace ${path}; fix it with: chmod o-w ${folder}`);
  const link = join(directory, 'link');
  await symlink(path, link);
  await expect(file(link)).rejects.toThrow('can replace');
  await chmod(folder, 0o1777);
  expect((await read()).reveal()).toBe('hunter2');
  await chmod(folder, 0o775);
  expect((await read()).reveal()).toBe('hunter2');
  if (process.getuid?.() === 0) await chown(path, 4_711, 4_711);
  const user = vi.spyOn(process, 'geteuid').mockReturnValue(4_242);
  onTestFinished(() => user.mockRestore());
  await expect(read()).rejects.toThrow(`password: ${path} belongs to another user`);
});

test('an empty file, a directory, a missing file and a huge file are refused with a message', async () => {
  const path = join(directory, 'empty');
  await writeFile(path, '\n', { mode: 0o600 });
  const huge = join(directory, 'huge');
  await writeFile(huge, 'x'.repeat(70_000), { mode: 0o600 });
  const refused = {
    [path]: `the file ${path} is empty`,
    [directory]: `${directory} is not a file`,
    [`${path}x`]: `cannot read ${path}x: no such file or directory`,
    [huge]: `${huge} is larger than 64 KB`,
  };
  for (const [path, why] of Object.entries(refused)) {
    await expect(readSecret({ kind: 'file', path }, 'password of prod', context)).rejects.toMatchObject({
      code: 'secret',
      message: `password of prod: ${why}`,
    });
  }
});

test('a pipe is read to its end, whoever may read it: --password-file <(pass show cluster)', async () => {
  const path = join(directory, 'pipe');
  execFileSync('sh', ['-c', 'mkfifo -m 644 "$0"', path]);
  const read = () => file(path);
  const [writing, secret] = [writeFile(path, 'x'.repeat(64 * 1024)), read()];
  expect((await secret).reveal()).toHaveLength(64 * 1024);
  await writing;
  // More than a pipe can hold, so it comes in pieces.
  const more = writeFile(path, 'x'.repeat(64 * 1024 + 1));
  await expect(read()).rejects.toThrow('is larger than 64 KB');
  await more;
  // The program that writes may take its time.
  const [writer, clock] = [await open(path, 'r+'), new ManualClock()];
  const late = file(path, { clock });
  await eventually(() => expect(clock.waiting).toBe(1));
  await writer.write('late');
  await writer.close();
  await clock.advance(1_000);
  expect((await late).reveal()).toBe('late');
});

test('a pipe that nobody writes to is given up after 30 s, and at once when the program ends', async () => {
  const path = join(directory, 'silent-pipe');
  execFileSync('mkfifo', ['-m', '600', path]);
  const clock = new ManualClock();
  const given: string[] = [];
  file(path, { clock }).catch((error: Error) => given.push(error.message));
  await eventually(async () => {
    await clock.advance(5_000);
    expect(given).toEqual([`password: cannot read ${path}: nothing came through this pipe for 30 s`]);
  });
  expect(clock.monotonic()).toBeGreaterThanOrEqual(30_000);
  const stop = new AbortController();
  const stopped = file(path, { signal: stop.signal });
  stop.abort();
  await expect(stopped).rejects.toThrow('password: cannot read');
});

test('the pipe of a command that printed nothing is empty at once', () => {
  const program = `import(${JSON.stringify(import.meta.resolve('../../src/config/secrets.ts'))}).then(({ readSecret }) =>
    readSecret({ kind: 'file', path: '/dev/stdin' }, 'password', { clock: { monotonic: () => 0 } }).catch((error) => console.log(error.message)))`;
  const said = execFileSync('sh', ['-c', 'true | "$0" -e "$1"', process.execPath, program]);
  expect(said.toString()).toBe('password: the file /dev/stdin is empty\n');
});

test('a list of words runs without a shell, text runs in a shell', async () => {
  expect((await run(['echo', '$HOME; id'])).reveal()).toBe('$HOME; id');
  expect((await run('printf a; printf b')).reveal()).toBe('ab');
});

test('a failed command is reported by its exit code and standard error, not by its output', async () => {
  const command = 'echo hunter2; printf "no \\033[31mkey\\n" >&2; exit 3';
  const failed = readSecret({ kind: 'command', command }, 'password of prod', context);
  await expect(failed).rejects.toThrow('password of prod: its command failed: exit code 3: no [31mkey');
  await expect(failed).rejects.not.toThrow('hunter2');
  const missing = run(['no-such-program-here']);
  await expect(missing).rejects.toThrow('"no-such-program-here" could not be run: no such file');
  const killed = run('kill -TERM $$');
  await expect(killed).rejects.toThrow(/^password: its command failed: ended by SIGTERM$/);
});

/** The number that a command writes to a file, once it is there. */
async function pidIn(file: string): Promise<number> {
  let pid = Number.NaN;
  await expect
    .poll(async () => (pid = Number((await readFile(file, 'utf8').catch(() => '')) || Number.NaN)))
    .toBeGreaterThan(0);
  return pid;
}

test('a command that never ends is killed after its time, with its children', async () => {
  const clock = new ManualClock();
  const pidFile = join(directory, 'pid');
  const command = `sleep 300 & echo $! > ${pidFile}; wait`;
  const hanging = expect(run(command, { clock })).rejects.toThrow('did not end within 30 s');
  const pid = await pidIn(pidFile);
  await clock.advance(30_000);
  await hanging;
  await expect.poll(async () => alive(pid)).toBe(false);
  expect(clock.waiting).toBe(0);
});

test('a process that a command leaves running does not delay the program', async () => {
  const clock = new ManualClock();
  const before = openFiles('socket:').length;
  const pidFile = join(directory, 'left');
  const script = `
    const child = require('node:child_process').spawn('sleep', ['300'], { detached: true, stdio: 'inherit' });
    require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(child.pid));
    child.unref();`;
  const ended = expect(run([process.execPath, '-e', script], { clock })).rejects.toThrow(
    'did not end within 30 s',
  );
  const pid = await pidIn(pidFile);
  onTestFinished(() => void process.kill(pid));
  await clock.advance(30_000);
  await ended;
  await expect.poll(() => openFiles('socket:').length).toBe(before);
});

/** The process is dead, or a zombie that waits for its parent. */
async function alive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/\) [ZX] /.test(stat);
}

test('cancelling ends the command, at once or while it runs', async () => {
  const abort = new AbortController();
  const pidFile = join(directory, 'called-off');
  const command = `echo $$ > ${pidFile}; exec sleep 300`;
  const read = () => run(command, { signal: abort.signal });
  const off = expect(read()).rejects.toThrow('password: its command failed: called off');
  const pid = await pidIn(pidFile);
  abort.abort();
  await off;
  await expect.poll(async () => alive(pid)).toBe(false);
  await expect(read()).rejects.toThrow('called off');
});

test('reads the environment and the prompt', async () => {
  const env = { SECRET: 'from env', EMPTY: '' };
  expect((await read({ kind: 'env', name: 'SECRET' }, { env })).reveal()).toBe('from env');
  const prompt = async (question: string) => `typed for ${question}`;
  expect((await read({ kind: 'prompt' }, { prompt })).reveal()).toBe('typed for password: ');
  const typing = (text: string | undefined) => ({ prompt: async () => text });
  for (const [secret, words] of [
    [() => read({ kind: 'env', name: 'NONE' }, { env }), 'NONE is not set'],
    [() => read({ kind: 'prompt' }), 'no terminal to ask on'],
    [() => read({ kind: 'prompt' }, typing(undefined)), 'password: nothing was typed'],
    [() => read({ kind: 'prompt' }, typing('')), 'password: what was typed is empty'],
    [() => read({ kind: 'env', name: 'EMPTY' }, { env }), 'password: the environment variable EMPTY is'],
    [() => run(['true']), 'password: the output of its command is empty'],
    [() => run(['yes']), 'more than 64 KB'],
  ] as const)
    await expect(secret()).rejects.toThrow(words);
});
