import { chmodSync, readdirSync, symlinkSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { historyFile } from '../../src/history/database.ts';
import { defaultRetention } from '../../src/history/retention.ts';
import type { WriterStatus } from '../../src/history/writer.ts';
import { NetworkError } from '../../src/http/errors.ts';
import type { Exchange, LogLine } from '../../src/http/observe.ts';
import type { Transport } from '../../src/http/request.ts';
import type { ClusterSession, ClusterSessionOptions } from '../../src/session/cluster-session.ts';
import { openClusterSession } from '../../src/session/cluster-session.ts';
import type { RemoteSeries } from '../../src/session/prometheus.ts';
import { httpResponse } from '../http/support.ts';
import { closedDirectory } from '../support/closed-directory.ts';
import { eventually } from '../support/eventually.ts';
import { plainTarget } from '../support/hostile-stack.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleBody, sampleStart } from '../support/sample-json.ts';
import { startSimulator } from '../world/start.ts';

const MINUTE = 60_000;

/** A history in this directory. */
const historyIn = (stateDir: string, onStatus: (status: WriterStatus) => void = () => {}) => {
  return { stateDir, retention: defaultRetention, onStatus };
};

/** The answers of the sample cluster at the time of the clock; with `refused` there are none. */
function sampleCluster(clock: ManualClock) {
  const faults = { refused: false };
  const calls: string[] = [];
  const transport: Transport = {
    async send(request) {
      calls.push(request.endpoint);
      if (faults.refused) throw new NetworkError('REFUSED', 'refused', { sent: false });
      const body = sampleBody(request, (clock.now() - sampleStart) / MINUTE);
      return httpResponse(200, body ?? { data: { found: [], attributes: {} } });
    },
    close: async () => void calls.push('closed'),
  };
  return { transport, calls, faults };
}

/** A session on the sample cluster, ten minutes after it began. */
function opened(options: Partial<ClusterSessionOptions> = {}) {
  const clock = new ManualClock(sampleStart + 10 * MINUTE);
  const cluster = sampleCluster(clock);
  const session = openClusterSession({
    target: plainTarget,
    clock,
    transport: cluster.transport,
    credentials: async () => ({ username: '', password: '' }),
    random: () => 0,
    ...options,
  });
  onTestFinished(() => session.close());
  return { ...cluster, clock, session };
}

/** The state files of an operator's session are in a directory of the test. */
async function operated(more: Partial<ClusterSessionOptions> = {}, stateDir?: string) {
  const directory = stateDir ?? (await closedDirectory());
  const told: string[] = [];
  const operator = { stateDir: directory, env: {}, tell: (message: string) => told.push(message) };
  return { ...opened({ operator, ...more }), told, directory };
}

async function kept(more: Partial<ClusterSessionOptions> = {}) {
  const directory = await closedDirectory();
  const own = await operated({ history: historyIn(directory), ...more }, directory);
  await own.clock.advance(1_000);
  await eventually(() => expect(own.session.history?.reader).toBeDefined());
  return own;
}

test('in the shared directory of another user a history is read and never written', async () => {
  const shared = await closedDirectory();
  chmodSync(shared, 0o750);
  const own = process.geteuid?.() ?? 0;
  const user = vi.spyOn(process as { geteuid: () => number }, 'geteuid').mockReturnValue(own + 1);
  onTestFinished(() => user.mockRestore());
  const { session, clock } = await operated({ history: historyIn(shared), shared });
  const why = await eventually(async () => {
    await clock.advance(1_000);
    const { message } = session.history?.facts() ?? {};
    expect(message).toBeDefined();
    return message;
  });
  expect(why).toContain('there is no history');
  expect(readdirSync(shared)).toEqual([]);
});

test('closing twice, at a crash and at the end, reports no failure of the history', async () => {
  const told: string[] = [];
  const history = historyIn(await closedDirectory(), ({ kind }) => told.push(kind));
  const { session, clock } = opened({ history });
  await clock.advance(1_000);
  await eventually(() => expect(told).toEqual(['writing']));
  await Promise.all([session.close(), session.close()]);
  expect(told).toEqual(['writing']);
});

/** The history is where no file can be used. */
async function refused(more: Partial<ClusterSessionOptions> = {}) {
  const directory = await closedDirectory();
  symlinkSync('/nowhere', historyFile(directory, plainTarget.url));
  return operated({ history: historyIn(directory), ...more }, directory);
}

const viewers = ({ store }: Pick<ClusterSession, 'store'>) =>
  store.getState().dashboard.value?.viewersStats?.total?.value;

test('each request and response reaches the recorder and the log, with or without an operator', async () => {
  for (const open of [async (hooks: object) => opened(hooks), operated]) {
    const taps: Exchange[] = [];
    const lines: LogLine[] = [];
    const { session, clock, faults } = await open({
      tap: (exchange: Exchange) => taps.push(exchange),
      log: (line: LogLine) => lines.push(line),
    });
    session.monitor.start();
    await clock.advance(2_500);
    expect(new Set(taps.map(({ endpoint }) => endpoint))).toContain('dashboard');
    expect(lines.map(({ endpoint }) => endpoint)).toEqual(taps.map(({ endpoint }) => endpoint));
    faults.refused = true;
    await clock.advance(2_500);
    expect(lines.length).toBeGreaterThan(taps.length);
    expect(lines.at(-1)?.code).toBe('REFUSED');
  }
});

test.each([
  ['with a history', kept],
  ['without one, from memory', operated],
  ['with one that cannot be used, from memory, which is said', refused],
])('an operator can go back to what was answered: %s', async (_how, open) => {
  const { session, clock, directory, told } = await open({ target: { ...plainTarget, interval: 6 } });
  session.monitor.start();
  await eventually(async () => {
    await clock.advance(1_000);
    expect(session.past?.from).toBeDefined();
  });
  const [first, seen] = [clock.now(), viewers(session)];
  await clock.advance(2 * MINUTE);
  expect(viewers(session)).not.toBe(seen);
  const then = await session.past?.at(first);
  expect(then?.state.dashboard.value?.viewersStats?.total?.value).toBe(seen);
  await expect(session.past?.at(first - 60 * MINUTE)).rejects.toThrow('the history has');
  const files = readdirSync(directory).filter((name) => name.endsWith('.db'));
  expect(files).toHaveLength(session.history ? 1 : 0);
  const said = told.filter((words) => words.startsWith('Only the last hour is kept, in memory: the history'));
  expect(said).toHaveLength(open === refused ? 1 : 0);
});

test('a history that cannot be written for now is still the one that is read', async () => {
  const { session, clock, directory, told } = await kept();
  session.monitor.start();
  await clock.advance(MINUTE);
  using disk = new DatabaseSync(historyFile(directory, plainTarget.url));
  disk.exec('ALTER TABLE lease RENAME TO away');
  await clock.advance(20_000);
  expect([session.history?.status?.kind, told]).toEqual(['failing', []]);
});

test('without a history, capacity and charts of an operator come from Prometheus alone', async () => {
  const at = sampleStart + 9 * MINUTE;
  const closed: string[] = [];
  const remote: RemoteSeries = {
    ...{ fill: async () => {}, fillUsual: async () => {}, failure: undefined },
    over: () => ({
      names: (kind) => (kind === 'total' ? ['cluster'] : []),
      read({ column }) {
        const value = column === 'viewersLimit' ? 2_000 : 1_000;
        const points = [{ at, mean: value, least: value, most: value }];
        return { points, resolution: MINUTE, isRemote: true };
      },
    }),
    close: async () => void closed.push('remote'),
  };
  const { session } = await operated({ remote: () => remote });
  expect(session.reads).toBeDefined();
  const capacity = { figure: 'viewers', limit: 2_000, peak: 1_000, isRemote: true };
  expect(await session.capacity?.()).toContainEqual(expect.objectContaining(capacity));
  expect((await operated()).session.capacity).toBeUndefined();
  await session.close();
  expect(closed).toEqual(['remote']);
});

test('without an operator nothing is written or remembered, and without a history nothing is read from it', async () => {
  const { session } = opened();
  // The state of the login is known before the first request.
  expect(session.store.getState().session.status).toBe('ok');
  const { past, mutations, audit, history, access } = session;
  expect([past, mutations, audit, history, access]).toEqual(Array(5).fill(undefined));
  const { session: own } = await operated();
  expect([own.past, own.mutations, own.audit].includes(undefined)).toBe(false);
  expect([own.history, own.access]).toEqual([undefined, undefined]);
  const { session: recording } = opened({ history: historyIn(await closedDirectory()) });
  expect([recording.history === undefined, recording.access]).toEqual([false, undefined]);
});

test.each([2, 10, 1])('the dashboard is polled every %i seconds, as configured', async (interval) => {
  const times: number[] = [];
  const { session, clock } = opened({
    target: { ...plainTarget, interval },
    tap: ({ endpoint, at }) => endpoint === 'dashboard' && times.push(at),
  });
  session.monitor.start();
  await clock.advance(5 * interval * 1_000);
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(gaps.length).toBeGreaterThan(2);
  expect(new Set(gaps)).toEqual(new Set([interval * 1_000]));
});

test('triage judges responses by the thresholds of the target', async () => {
  const hot = async (thresholds: Record<string, number>) => {
    const { session, clock } = opened({ target: { ...plainTarget, thresholds: thresholds as never } });
    session.monitor.start();
    await clock.advance(MINUTE);
    return session.triage.getState().problems.filter(({ key }) => key.startsWith('server-hot')).length;
  };
  expect(await hot({ cpuWarn: 1 })).toBeGreaterThan(await hot({}));
});

test('a stream has its stored curve under its current id', async () => {
  const { session, clock } = await kept();
  session.monitor.start();
  await clock.advance(3 * MINUTE);
  const [stream] = session.store.getState().streamSweep.value?.items.values() ?? [];
  const curve = (id: string | undefined) =>
    session.reads?.window(`stream/${id}/viewers`, clock.now() - 5 * MINUTE, clock.now(), 1)?.values ?? [null];
  await eventually(async () => expect(curve(stream?.id)[0]).toBeGreaterThan(0));
  expect(curve('nobody')).toEqual([null]);
});

test('a report does not name the user who is logged in', async () => {
  const simulator = await startSimulator({ scenario: 'quiet', clock: new ManualClock() });
  onTestFinished(simulator.close);
  const { url, username, password } = simulator;
  const own = { name: `cluster of ${username}`, url, cloudUrl: undefined, username: 'anna' };
  const target = { ...plainTarget, ...own };
  const login = { transport: undefined, credentials: async () => ({ username, password }) };
  const { session, clock } = await kept({ target, ...login });
  session.monitor.start();
  await eventually(async () => {
    await clock.advance(10);
    expect(session.store.getState().session.username).toBeDefined();
  });
  const report = await session.access?.report(clock.now() - MINUTE, clock.now());
  expect(JSON.parse(report?.json ?? '{}').cluster).toBe('cluster of [user 1]');
});

test("a write is recorded with the user's name, and the objects that it changed are read again", async () => {
  const userOf = async (username: string | undefined) => {
    const { session, calls, clock } = await operated({ target: { ...plainTarget, username } });
    const polls = () => calls.filter((call) => call === 'dashboard').length;
    session.monitor.start();
    await clock.advance(100);
    const before = polls();
    const outcome = await session.mutations?.updateTranscode({ ffmpegPath: '/usr/bin/ffmpeg' }, {});
    expect(outcome?.kind).not.toBe('refused');
    await clock.advance(100);
    expect(polls()).toBeGreaterThan(before);
    const { entries } = (await session.audit?.read(10)) ?? { entries: [] };
    return [...new Set(entries.map((entry) => entry.user))];
  };
  expect([await userOf('operator'), await userOf(undefined)]).toEqual([['operator'], ['unknown']]);
});
