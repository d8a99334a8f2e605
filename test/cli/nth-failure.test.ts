import { EventEmitter } from 'node:events';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { commandNames } from '../../src/cli/options/commands.ts';
import { LoginLimiter } from '../../src/http/login-limiter.ts';
import { type Fails, onFailingDisk } from '../support/failing-disk.ts';
import { failNetwork } from '../support/failing-network.ts';
import { isLong } from '../support/long.ts';
import { newFolder } from '../support/new-folder.ts';
import { healthyAnswers, serveAnswers } from '../support/odd-server.ts';
import { recordTape, TAPE_START } from '../support/record-tape.ts';
import {
  configure,
  endBySignal,
  newHome,
  type Outcome,
  type RunningCommand,
  runCommand,
  startCommand,
} from './run-command.ts';
import { startOnScreen } from './run-screen.ts';

/*
 * Each operation of each command on files and on the network fails, one at a time: nothing crashes, no figure is wrong,
 * what is missing is said, and the next run is whole.
 */

/** Failures that `npm test` tries for each command. */
const SAMPLES = 1;
const HOUR_MS = 3_600_000;
/** One run takes a second, on a busy machine some; what takes this long hangs. */
const HANG_MS = 90_000;
const CRASH = /error of its own|\n\s+at |\b(Type|Range|Reference)Error\b|\[object|\bundefined\b|\bNaN\b/;

/** What differs from run to run. */
const CHANGES =
  /answered in \d+ ms|\d\d:\d\d:\d\d|^.*(process|duration|age_|_seconds|requests_total|response_bytes).*\n|-[0-9a-f]{16}\b/gm;
const IS_THERE = /exists|already/;
/** A lease that could not be given back ends by itself after 15 s. */
const IS_LEASED = /is writing/;
/** The tape is in the history, and what failed then was clearing up. */
const IS_DONE = /already covers/;
/** Words for what failed. */
const SAID =
  /permission denied|no space|no room|read-only|i\/o|disk|unable to open|malformed|damaged|cannot|could not|unavailable|closed|ended|not read|STALE|broken|made when|not answer|up\{.*\} 0$/im;

interface Place {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** How often the cluster was asked. */
  readonly asked: () => number;
  /** Waits for a state, which a failure may prevent, or for the end. */
  readonly soon: (state: () => unknown, ended?: Promise<unknown>) => Promise<unknown>;
}
type Drive = (place: Place) => Promise<Outcome>;

const once =
  (words: string): Drive =>
  ({ home, env }) =>
    runCommand(words.replaceAll('~', home).split(' '), env, { home });

/** Ends what goes on by itself once the cluster has been asked for everything, or it has ended. */
const untilAsked =
  (words: string, before: (command: RunningCommand, soon: Place['soon']) => Promise<string>): Drive =>
  async ({ home, env, asked, soon }) => {
    const command = startCommand(words.split(' '), env, { home });
    await soon(() => expect(asked()).toBeGreaterThan(9), command.ended);
    const text = await before(command, soon);
    const ended = await endBySignal(command);
    return { ...ended, stdout: text };
  };

const drives: Readonly<Record<string, readonly Drive[]>> = {
  monitor: [
    async ({ home, env, soon }) => {
      const screen = startOnScreen(['--screen', 'servers'], env, home);
      // Answers come one after the other: a slow machine shows the servers long before the last one.
      const isRead = () =>
        expect(screen.text()).toMatch(/^(?![\s\S]*(?:not read yet|\w\.\.\.))[\s\S]*node-5/);
      await soon(isRead, screen.ended);
      // Plots grow with each poll.
      const text = screen.text().replace(/││.*$/gm, '');
      screen.keyboard.type('q');
      return { code: await screen.ended, stdout: text, stderr: screen.errors() };
    },
  ],
  init: [
    async ({ home, env }) => {
      const members = { isTTY: true, setRawMode() {}, pause() {}, resume() {} };
      const terminal = Object.assign(new EventEmitter(), members);
      const spy = vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as never);
      const before = process.stderr.isTTY;
      process.stderr.isTTY = true;
      const words = ['init', '--url', env.URL ?? '', '--username', 'op', '--profile', 'new'];
      const command = startCommand(words, { ...env, CASTWATCH_PASSWORD: 'secret' }, { home });
      // Each question has a default; a password that cannot be kept is asked for each time.
      const answer = () => (command.stderr.includes('Cannot write') ? 'a\r' : '\r');
      const typing = setInterval(() => terminal.emit('data', Buffer.from(answer())), 10);
      const ended = await command.ended;
      clearInterval(typing);
      spy.mockRestore();
      process.stderr.isTTY = before;
      return ended;
    },
  ],
  config: [once('config check'), once('config show'), once('config profiles')],
  snapshot: [once('snapshot'), once('snapshot --format table'), once('snapshot --screen servers')],
  capture: [
    async (place) => {
      const outcome = await once('capture ~/answers.json')(place);
      // What is asked for in groups needs ids out of another answer.
      const answered = outcome.stdout.split(/, |\n/).filter((answer) => !answer.includes('atch'));
      return { ...outcome, stdout: answered.toSorted().join('\n') };
    },
  ],
  check: [once('check --interval 1')],
  export: [
    untilAsked('export --listen 127.0.0.1:0', async ({ stdout }, soon) => {
      let text = '';
      await soon(async () => {
        text = stdout === '' ? '' : await (await fetch(stdout.trim())).text();
        expect(text).not.toMatch(/^castwatch_up.* 0$/m);
      });
      return text;
    }),
  ],
  record: [
    async (place) => {
      const { code, stderr } = await untilAsked('record', async (command, soon) => {
        await soon(() => expect(command.stderr).toContain('is being written'));
        return '';
      })(place);
      const verified = await once('history verify --profile lab')(place);
      return { code, stdout: verified.stdout, stderr: stderr + verified.stderr };
    },
    once('record --from ~/lab.tape --file ~/new.db'),
  ],
  report: [once('report --file ~/lab.db --since 5m')],
  sessions: [once('sessions --file ~/lab.db --since 5m')],
  capacity: [once('capacity --file ~/lab.db')],
  history: [
    once('history verify --file ~/lab.db'),
    once('history copy ~/copy.db --file ~/lab.db'),
    once('history export --format openmetrics --file ~/lab.db --since 5m'),
  ],
  alerts: [once('alerts test command')],
  mcp: [
    async ({ home, env, soon }) => {
      const input = new PassThrough();
      const spy = vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as never);
      const command = startCommand(['mcp', '--file', join(home, 'lab.db')], env, { home });
      const clientInfo = { name: 'test', version: '1' };
      const ask = (id: number, method: string, params: object) =>
        input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
      ask(2, 'tools/call', { name: 'report', arguments: {} });
      await soon(() => expect(command.stdout).toContain('"id":2'), command.ended);
      input.end();
      const ended = await command.ended;
      spy.mockRestore();
      return ended;
    },
  ],
  replay: [once('replay ~/lab.tape --cast ~/film.cast --speed 16')],
};
/** Touch neither the files of a user nor a cluster. */
const others = 'demo simulate completion man';

const never: Fails = () => false;
let template = '';
beforeAll(async () => {
  template = newFolder();
  await recordTape(join(template, 'lab.tape'), 4_000, { scenario: 'quiet' });
});
afterEach(() => void vi.restoreAllMocks().useRealTimers());

/** The numbers in a text. */
const figures = (text: string) => new Set(text.match(/\d+(?:\.\d+)?/g));

/** What one run says and the whole one does not. */
function differences({ stdout, stderr }: Outcome, whole: Outcome): string {
  const known = new Set(whole.stdout.split('\n'));
  return [stderr, ...stdout.split('\n').filter((line) => !known.has(line))].join('\n');
}

/** Fails where a run does not end. */
function inTime<T>(run: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const limit = setTimeout(reject, HANG_MS, new Error('it does not end'));
  return Promise.race([run, promise]).finally(() => clearTimeout(limit));
}

async function world() {
  // As of a process for each run.
  vi.spyOn(LoginLimiter.prototype, 'take').mockReturnValue({ done() {}, release() {} });
  vi.useFakeTimers({ toFake: ['Date'], now: TAPE_START + 60_000 });
  const { url, server } = await serveAnswers(healthyAnswers(Date.now()));
  const home = newHome();
  const env = { CASTWATCH_TIMED: '1', URL: url, TZ: 'UTC', PATH: process.env.PATH ?? '' };
  const yaml = `clusters: { lab: { url: '${url}', username: op, password: { command: echo secret } } }
alerts: { command: { argv: [cat] } }\n`;
  configure(home, yaml);
  cpSync(template, home, { recursive: true });
  const file = join(home, 'lab.db');
  if (!existsSync(file)) {
    await runCommand(['record', '--from', join(home, 'lab.tape'), '--file', file], env, { home });
    cpSync(file, join(template, 'lab.db'));
  }
  const whole = newHome();
  cpSync(home, whole, { recursive: true });
  const renew = () => {
    rmSync(home, { recursive: true });
    cpSync(whole, home, { recursive: true });
  };
  let longest = 0;
  const run = async (drive: Drive, disk: Fails, network: Fails) => {
    const cut = failNetwork(server, network);
    const isSound = disk === never && network === never;
    // What a sound run does in time, a failing one does, or never.
    const timeout = isSound ? HANG_MS / 2 : 3_000 + 2 * longest;
    // `waitFor` moves the clock, so none may outlast its run.
    const soon: Place['soon'] = (state, ended) => {
      let isOver = false;
      const end = () => {
        isOver = true;
      };
      ended?.then(end, end);
      return vi.waitFor(() => isOver || state(), { timeout, interval: 5 }).catch(() => {});
    };
    const place = { home, env, asked: () => cut.done.length, soon };
    const from = performance.now();
    try {
      const { result, done } = await onFailingDisk(home, disk, () => inTime(drive(place)));
      const named = result.stdout.replaceAll(home, '~').replaceAll(new URL(url).host, 'lab');
      const stdout = named.replace(CHANGES, '');
      if (isSound) longest = Math.max(longest, performance.now() - from);
      return { ...result, stdout, disk: done, network: cut.done };
    } finally {
      cut.restore();
    }
  };
  return { run, renew };
}

const all = Object.entries(drives).flatMap(([name, each]) =>
  each.map((drive, at) => [`${name} ${at}`, drive] as const),
);

/** Operations that fail: in the short form some; every ninth for good, too. */
function sample(part: 'disk' | 'network', operations: readonly string[]) {
  const step = isLong ? 1 : Math.ceil(operations.length / SAMPLES);
  return operations.flatMap((operation, at) => {
    const n = at + 1;
    if (n % step !== Math.ceil(step / 2) % step) return [];
    return (n % 9 === 0 ? [false, true] : [false]).map((lasts) => {
      return { part, n, lasts, about: `${part} ${n}${lasts ? '…' : ''} ${operation}` };
    });
  });
}

/** What fails: in the short form files and the network in turn, from command to command. */
function partsOf(name: string, { network }: { readonly network: readonly string[] }) {
  const parts = ['disk', 'network'] as const;
  if (isLong || network.length === 0) return parts;
  return parts.filter((_, at) => all.findIndex(([one]) => one === name) % 2 === at);
}

test('each command is here', () => {
  const here = [...Object.keys(drives), ...others.split(' ')];
  expect(here.toSorted()).toEqual(commandNames.toSorted());
});

test.each(all)(
  '%s: each operation may fail',
  async (name, drive) => {
    const { run, renew } = await world();
    const whole = await run(drive, never, never);
    expect(whole.stderr + whole.stdout).not.toMatch(CRASH);
    const wrong: string[] = [];
    const isWhole = ({ code, stdout }: Outcome) => code === whole.code && stdout === whole.stdout;
    const failures = partsOf(name, whole).flatMap((part) => sample(part, whole[part]));
    for (const { part, n, lasts, about } of failures) {
      renew();
      const fails: Fails = (nth) => (lasts ? nth >= n : nth === n);
      const runs = part === 'disk' ? run(drive, fails, never) : run(drive, never, fails);
      const failed = await runs.catch((error: unknown) => {
        throw new Error(`${name}, ${about}: ${error}`);
      });
      const told = differences(failed, whole);
      const others = [...figures(failed.stdout)].filter((one) => !figures(whole.stdout).has(one));
      const say = (what: string) =>
        wrong.push(`${about}: exit ${failed.code}: ${what}: ${told}`.slice(0, 900));
      if (CRASH.test(failed.stderr + failed.stdout)) say('crash');
      else if (!isWhole(failed) && !SAID.test(told)) say('nothing said');
      else if (!isWhole(failed) && others.length > 0) say(`figures ${others}`);
      // What was sent leaves nothing behind but in the files of the run that is tried next.
      if (isLong ? isWhole(failed) && n % 10 !== 1 : part === 'network') continue;
      const next = await run(drive, never, never);
      // A file that was written, or cannot be removed again, is never overwritten.
      const isThere = (failed.code < 2 || lasts) && IS_THERE.test(next.stderr);
      if (!isWhole(next) && !isThere && !IS_LEASED.test(next.stderr) && !IS_DONE.test(next.stdout))
        say(`next run: ${next.code} ${differences(next, whole)}`);
    }
    const counts = `${whole.disk.length} operations on files, ${whole.network.length} on the network`;
    console.info(`${name}: ${counts}, ${failures.length} runs`);
    expect(wrong.join('\n\n')).toBe('');
  },
  HOUR_MS,
);
