import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScreenName } from '../../../src/actions/screen-table.ts';
import { type Clock, sleep } from '../../../src/base/clock.ts';
import { turn } from '../../../src/base/turn.ts';
import { bareTarget } from '../../../src/cli/cluster/bare-target.ts';
import type { ClusterTarget } from '../../../src/config/resolve.ts';
import type { Transport } from '../../../src/http/request.ts';
import { createTransport } from '../../../src/http/transport.ts';
import { recordInto } from '../../../src/recording/entry.ts';
import { openTape } from '../../../src/recording/open-tape.ts';
import { openTapeWriter } from '../../../src/recording/tape-writer.ts';
import { type ClusterSession, openClusterSession } from '../../../src/session/cluster-session.ts';
import { openReplaySession } from '../../../src/session/replay-session.ts';
import type { Runtime } from '../../../src/ui/program/runtime.ts';
import { textOf } from '../../support/drawn-table.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { logIn } from '../../support/login.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { newFolder } from '../../support/new-folder.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { UiDriver } from '../../support/ui-driver.ts';
import { startSimulator } from '../../world/start.ts';

/** Here only a replay has a row for the rail of time, so its window has one more. */
const size = { columns: 120, rows: 28 };
const START = Date.UTC(2026, 0, 15, 12);
const screens: readonly ScreenName[] = ['overview', 'servers', 'journal', 'problems'];
/** The moments that are compared, and the end of the recording, ms after the start. */
const moments = [7_300, 31_000, 61_940, 104_000, 150_777];
const END = 160_000;

/** Run after all tests, the last one first. */
const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const clean of cleanups.toReversed()) await clean();
});

const target = (url: string): ClusterTarget => ({ ...bareTarget('cluster.example', url), readOnly: true });

/** The user interface of a session. */
function faceOf(session: ClusterSession, clock: Clock, screen: ScreenName): Runtime {
  const { store: cluster, triage, replay } = session;
  const services = { ...fakeServices(cluster.getState()), clock, cluster, triage, session, replay };
  const window = { ...size, rows: size.rows + (replay ? 1 : 0) };
  const { runtime } = new UiDriver(services, window, screen);
  cleanups.push(() => runtime.stop());
  return runtime;
}

/** A live time axis says "now", one of the past names its moment, which takes more cells. */
const AXIS = /(?:└|│ +(?=─)| (?=─)).*(?:now|\d\d:\d\d:\d\d)(?= (?:│|Affected))/;

const OWN_PANES = ['chrome.header', 'chrome.footer', 'chrome.rail'];

/** The screen without the banner: header, rail and footer differ between a live cluster and a replay. */
function bodyOf(runtime: Runtime): string[] {
  runtime.resize(runtime.size);
  return runtime
    .panes()
    .filter(({ id }) => !OWN_PANES.includes(id))
    .flatMap(({ id, lines }) => lines.map((line) => `${id} ${textOf(line).replace(AXIS, '└')}`));
}

const noLogin = async () => ({ username: '', password: '' });

/** The network, logged in, whose answers take some time of that clock; busy while bytes are in transit. */
function slowNetwork(url: string, token: string, clock: ManualClock): Transport & { isBusy(): boolean } {
  const network = createTransport({ url, clock });
  let busy = 0;
  const random = seededRandom(7);
  return {
    isBusy: () => busy > 0,
    async send(request) {
      busy++;
      // Drawn before the request is sent, because the order of two answers may differ from run to run.
      const delay = 20 + Math.floor(random() * 300);
      const start = clock.monotonic();
      const headers = { ...request.headers, authorization: `Bearer ${token}` };
      const answer = await network.send({ ...request, headers }).finally(() => busy--);
      await sleep(clock, delay);
      return { ...answer, duration: clock.monotonic() - start };
    },
    close: network.close,
  };
}

/** The rows of each screen. */
const framesOf = (runtime: Runtime) =>
  screens.map((screen) => {
    runtime.goTo(screen);
    const rows = bodyOf(runtime);
    runtime.goTo('overview');
    return rows;
  });

/** An incident that is watched and recorded to its end: the live frames of the moments. */
async function watchedIncident() {
  const path = join(newFolder(), 'incident.tape');
  const clock = new ManualClock(START);
  const world = { scenario: 'incident', clock, startAt: START, tokenLifetimeMs: 3_600_000 } as const;
  const simulator = await startSimulator(world);
  cleanups.push(() => simulator.close());
  const { token = '' } = await logIn(simulator.url, simulator.username, simulator.password);
  const network = slowNetwork(simulator.url, token, clock);
  const onFailure = (message: string) => {
    throw new Error(message);
  };
  const writer = await openTapeWriter(path, { cluster: 'cluster.example', clock, onFailure });
  const session = openClusterSession({
    target: target(simulator.url),
    clock,
    credentials: noLogin,
    transport: network,
    random: () => 0.5,
    ...recordInto(writer),
  });
  cleanups.push(() => session.close());
  const face = faceOf(session, clock, 'overview');
  session.monitor.start();

  const run = async (to: number) => {
    while (clock.now() < to) {
      await clock.advance(Math.min(10, to - clock.now()));
      while (network.isBusy()) await turn();
      await turn();
    }
  };
  const frames: string[][][] = [];
  for (const moment of moments) {
    await run(START + moment);
    frames.push(framesOf(face));
  }
  await run(START + END);
  await writer.close();
  return { path, frames };
}

/** The recording of that path, paused. */
async function pausedReplay(path: string) {
  const tape = await openTape(path);
  cleanups.push(() => tape.close());
  const replayed = openReplaySession(target('https://recording.invalid'), tape, new ManualClock(0));
  cleanups.push(() => replayed.close());
  const face = faceOf(replayed, replayed.screenClock, 'overview');
  replayed.monitor.start();
  await replayed.settled();
  replayed.replay.pause();
  return { replayed, face };
}

let incident: Awaited<ReturnType<typeof watchedIncident>>;
let recording: Awaited<ReturnType<typeof pausedReplay>>;
beforeAll(async () => {
  incident = await watchedIncident();
  recording = await pausedReplay(incident.path);
});

test('the live screen shows the incident after a minute, not before', () => {
  const overviews = incident.frames.map(([overview]) => overview?.join('\n'));
  const seen = moments.map((moment) => (moment < 60_000 ? /VIEWERS[\s\S]*transcode-fra-2/ : /✖ CRITICAL/));
  expect(overviews).toEqual(seen.map((words) => expect.stringMatching(words)));
});

test.each([0, 2, 1, 4, 3, 0])(
  'the replayed frame equals the live frame, from whichever direction it is reached: moment %i',
  async (nth) => {
    const { replayed, face } = recording;
    const at = START + (moments[nth] ?? 0);
    replayed.replay.seek(at);
    await replayed.settled();
    expect(replayed.replay.status()).toMatchObject({ at, playing: false });
    expect(framesOf(face)).toEqual(incident.frames[nth]);
  },
);
