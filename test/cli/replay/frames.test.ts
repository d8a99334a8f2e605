import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ScreenName } from '../../../src/actions/screen-table.ts';
import { type Clock, sleep } from '../../../src/base/clock.ts';
import { turn } from '../../../src/base/turn.ts';
import { bareTarget } from '../../../src/cli/target/bare-target.ts';
import type { ClusterState } from '../../../src/cluster/state.ts';
import type { ClusterTarget } from '../../../src/config/resolve.ts';
import type { Transport } from '../../../src/http/request.ts';
import { createTransport } from '../../../src/http/transport.ts';
import { noInterest } from '../../../src/polling/monitor.ts';
import { recordInto } from '../../../src/recording/entry.ts';
import { openTape } from '../../../src/recording/open-tape.ts';
import { createRingTape } from '../../../src/recording/ring-tape.ts';
import { openTapeWriter } from '../../../src/recording/tape-writer.ts';
import {
  type ClusterSession,
  openClusterSession,
  openStillSession,
} from '../../../src/session/cluster-session.ts';
import { createPast } from '../../../src/session/past/past.ts';
import { openReplaySession } from '../../../src/session/replay-session.ts';
import { recordedInterval } from '../../../src/session/replay-stack.ts';
import { startSimulator } from '../../../src/simulator/start.ts';
import type { TriageState } from '../../../src/triage/engine.ts';
import { Runtime } from '../../../src/ui/program/runtime.ts';
import { createUiStore } from '../../../src/ui/store.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { ManualClock } from '../../support/manual-clock.ts';

/** Without a row for the rail of time: only a replay has one here. */
const size = { columns: 120, rows: 29 };
const START = Date.UTC(2026, 0, 15, 12);

const target = (url: string): ClusterTarget => ({ ...bareTarget('cluster.example', url), readOnly: true });

/** The user interface of a session. */
function faceOf(session: ClusterSession, clock: Clock, screen: ScreenName): Runtime {
  const services = {
    ...fakeServices(session.store.getState()),
    clock,
    cluster: session.store,
    triage: session.triage,
    monitor: session.monitor,
    replay: session.replay,
  };
  const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;
  const runtime = new Runtime(services, createUiStore(screen, display), size, () => {});
  onTestFinished(() => runtime.stop());
  return runtime;
}

/** A live time axis says "now", one of the past names its moment, which takes more cells. */
const AXIS = /(?:└|│ +(?=─)).*(?:now|\d\d:\d\d:\d\d)(?= │)/;

/** The screen without the banner: header and footer differ between a live cluster and a replay. */
function bodyOf(runtime: Runtime): string[] {
  runtime.resize(size);
  return runtime
    .panes()
    .filter(({ id }) => id !== 'chrome.header' && id !== 'chrome.footer')
    .flatMap(({ id, lines }) =>
      lines.map(
        (line) =>
          `${id} ${line
            .map(({ text }) => text)
            .join('')
            .replace(AXIS, '└')}`,
      ),
    );
}

const noLogin = async () => ({ username: '', password: '' });

/** The network, logged in, whose answers take some time of that clock; `busy` while bytes are in transit. */
function slowNetwork(url: string, token: string, clock: ManualClock): Transport & { readonly busy: number } {
  const network = createTransport({ url, clock });
  let busy = 0;
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return {
    get busy() {
      return busy;
    },
    async send(request) {
      busy++;
      // Drawn before the request is sent, because the order of two answers may differ from run to run.
      const delay = 20 + Math.floor(random() * 300);
      const start = clock.monotonic();
      const answer = await network
        .send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } })
        .finally(() => busy--);
      await sleep(clock, delay);
      return { ...answer, duration: clock.monotonic() - start };
    },
    close: () => network.close(),
  };
}

async function login(url: string, username: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return /"(eyJ[^"]+)"/.exec(await answer.text())?.[1] ?? '';
}

test('the replayed frame of a moment equals the live frame, from whichever direction it is reached', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'castwatch-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, 'incident.tape');
  const clock = new ManualClock(START);
  const simulator = await startSimulator({
    scenario: 'incident',
    clock,
    startAt: START,
    tokenLifetimeMs: 3_600_000,
  });
  onTestFinished(() => simulator.close());
  const network = slowNetwork(
    simulator.url,
    await login(simulator.url, simulator.username, simulator.password),
    clock,
  );
  const onFailure = (message: string) => {
    throw new Error(message);
  };
  const writer = await openTapeWriter(path, { cluster: 'cluster.example', clock, onFailure });
  const toFile = recordInto(writer);
  const ring = createRingTape(clock);
  const toMemory = recordInto(ring);
  const session = openClusterSession({
    target: target(simulator.url),
    clock,
    credentials: noLogin,
    transport: network,
    random: () => 0.5,
    tap: (exchange) => {
      toFile.tap(exchange);
      toMemory.tap(exchange);
    },
    log: (line) => {
      toFile.log(line);
      toMemory.log(line);
    },
  });
  const face = faceOf(session, clock, 'overview');
  const past = createPast({
    ring,
    clock,
    cluster: session.store,
    triage: session.triage,
    history: () => undefined,
    open: (transport, time) => openStillSession(target(simulator.url), transport, time),
  });
  session.monitor.start();

  const screens: readonly ScreenName[] = ['overview', 'servers', 'journal', 'problems'];
  const live = new Map<number, string[][]>();
  const states = new Map<number, { state: ClusterState; triage: TriageState }>();
  const moments = [7_300, 31_000, 61_940, 104_000, 150_777].map((after) => START + after);
  const end = START + 160_000;
  const run = async (to: number) => {
    while (clock.now() < to) {
      await clock.advance(Math.min(10, to - clock.now()));
      while (network.busy > 0) await turn();
      await turn();
    }
  };
  const framesOf = (runtime: Runtime) =>
    screens.map((screen) => {
      runtime.goTo(screen);
      const rows = bodyOf(runtime);
      runtime.goTo('overview');
      return rows;
    });
  for (const moment of moments) {
    await run(moment);
    live.set(moment, framesOf(face));
    states.set(moment, { state: session.store.getState(), triage: session.triage.getState() });
    const overview = live.get(moment)?.[0]?.join('\n');
    expect(overview).toContain('Viewers');
    expect(overview).toContain(moment - START < 60_000 ? 'transcode-fra-2' : '✖ CRITICAL');
  }
  await run(end);

  // The moments that `[` leads to, from memory, while the cluster is still watched.
  for (const moment of moments) {
    const then = states.get(moment);
    const { state, triage } = await past.at(moment, { ...noInterest, servers: true });
    expect(state.dashboard.value).toEqual(then?.state.dashboard.value);
    expect(state.servers.map(({ name }) => name).sort()).toEqual(
      then?.state.servers.map(({ name }) => name).sort(),
    );
    expect(state.servers.filter(({ goneSince }) => goneSince).map(({ name }) => name)).toEqual(
      then?.state.servers.filter(({ missingSince }) => missingSince).map(({ name }) => name),
    );
    expect(triage.problems).toEqual(then?.triage.problems);
    // A poll of the recording may come half a second earlier than the live one: one round of the journal.
    const newest = ({ journal }: ClusterState) => Number(journal.items.at(-1)?.key.split('@')[1]);
    expect(Math.abs(newest(state) - newest(then?.state ?? state))).toBeLessThanOrEqual(2_000);
  }
  expect(past.memory.limit).toBe(12 * 1024 * 1024);
  await expect(past.at(START - 60_000, noInterest)).rejects.toThrow('was not watched');
  past.close();
  await ring.close();
  await session.close();
  await writer.close();

  const tape = await openTape(path);
  onTestFinished(() => tape.close());
  expect(recordedInterval(tape)).toBe(2);
  const base = new ManualClock(0);
  const replayed = openReplaySession(target('https://recording.invalid'), tape, base);
  const replay = faceOf(replayed, replayed.screenClock, 'overview');
  replayed.monitor.start();
  await replayed.settled();
  replayed.replay.pause();
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = moments;
  for (const moment of [first, third, second, fifth, fourth, first]) {
    replayed.replay.seek(moment);
    await replayed.settled();
    expect(replayed.replay.status()).toMatchObject({ at: moment, playing: false });
    expect(framesOf(replay)).toEqual(live.get(moment));
  }

  // After playing to the end, and not jumping there, the search has found the problems and their times.
  while (replayed.replay.status().searchedTo < (tape.to ?? 0)) await base.advance(20);
  const { marks } = replayed.replay.status();
  expect(marks.map(({ label, severity }) => [severity, label.split(':', 1)[0]])).toContainEqual([
    'critical',
    'Server outage',
  ]);
  await expect(replayed.connection.api.deleteUser(1)).rejects.toMatchObject({ code: 'READ_ONLY' });
  await replayed.close();
});
