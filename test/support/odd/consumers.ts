import { MINUTE_MS } from '../../../src/base/durations.ts';
import { checkCluster } from '../../../src/cli/check/cluster.ts';
import { checkLimits } from '../../../src/cli/check/thresholds.ts';
import { metricsText } from '../../../src/cli/export/open-metrics.ts';
import { mcpTools } from '../../../src/cli/mcp/tools.ts';
import { collectSnapshot } from '../../../src/cli/snapshot/collect.ts';
import { snapshotJson } from '../../../src/cli/snapshot/json.ts';
import type { SnapshotJson } from '../../../src/cli/snapshot/schema.ts';
import { createClusterStore } from '../../../src/cluster/store.ts';
import { createHistoryReader } from '../../../src/history/reader.ts';
import { defaultRetention } from '../../../src/history/retention.ts';
import { readPeriodData, sessionPeriods } from '../../../src/history/sessions/availability.ts';
import { HistoryWriter } from '../../../src/history/writer.ts';
import { connect } from '../../../src/http/connect.ts';
import { LoginLimiter } from '../../../src/http/login-limiter.ts';
import type { Transport } from '../../../src/http/request.ts';
import { Secrets } from '../../../src/http/secrets.ts';
import { LoginSession } from '../../../src/http/session.ts';
import { createMonitor } from '../../../src/polling/create-monitor.ts';
import { createTriageStore } from '../../../src/session/triage-store.ts';
import { createTriage } from '../../../src/triage/engine.ts';
import { judgeLooks } from '../../../src/triage/one-shot.ts';
import { mergeThresholds } from '../../../src/triage/thresholds.ts';
import { metrics } from '../../../src/views/metrics/metrics.ts';
import { historyPath, openTestHistory } from '../../history/rig.ts';
import { httpResponse } from '../../http/support.ts';
import { calm, fakeServices } from '../fake-services.ts';
import { ManualClock } from '../manual-clock.ts';
import { UiDriver } from '../ui-driver.ts';

/** The claim of a consumer about the cluster, in the words of `check`. */
export type Claim = 'OK' | 'WARNING' | 'CRITICAL' | 'UNKNOWN';

/** A claim, and whether something is named as not read. */
export interface Said {
  readonly claim: Claim;
  readonly isMarked: boolean;
  /** Its output, for the message of a failure. */
  readonly words: string;
}

/** Holds of the rules, shortened so that a watch of two sweeps shows the same as a longer one. */
const QUICK = mergeThresholds({
  ...Object.fromEntries(
    ['hot', 'limit', 'badShare', 'health', 'manager', 'groupShort'].map((family) => [family, { for: '2s' }]),
  ),
  // The packets of the answers do not grow.
  link: { stallPolls: 1_000 },
});
/** Two sweeps of the lists, ms: totals that differ count from the second one on. */
const WATCHED_MS = 62_000;
const cluster = { name: 'odd', url: 'http://127.0.0.1' };

export const consumers = {
  check,
  snapshot,
  export: async (answers: object) => (await watched(answers)).exported,
  screen: async (answers: object) => (await watched(answers)).screen,
  mcp: async (answers: object) => (await watched(answers)).mcp,
} as const;

/** All of them; export, screen and assistant show the same watch. */
export async function claimsOf(answers: object): Promise<Readonly<Record<keyof typeof consumers, Said>>> {
  const { exported, screen, mcp } = await watched(answers);
  return { check: await check(answers), snapshot: await snapshot(answers), export: exported, screen, mcp };
}

/** The answers of this moment as bytes; further pages are empty. */
function transportOf(now: () => object): Transport {
  return {
    async send({ endpoint, path }) {
      const answer: unknown = Reflect.get(now(), endpoint);
      if (answer === undefined) return httpResponse(404, { message: 'no' });
      return httpResponse(200, /[?&]page=(?!1\b)/.test(path) ? { data: { list: [] } } : answer);
    },
    close: async () => {},
  };
}

function opened(answers: object, clock = new ManualClock(), now = () => answers) {
  const transport = transportOf(now);
  const credentials = async () => ({ username: 'op', password: 'secret' });
  const session = new LoginSession({
    send: (request) => transport.send(request),
    credentials,
    clock,
    limiter: new LoginLimiter(clock),
    secrets: new Secrets(),
  });
  const connection = connect({
    url: cluster.url,
    cloudUrl: cluster.url,
    apiKey: async () => 'key',
    credentials,
    // A given transport needs no login of its own: the token counts as an API key.
    serverKey: () => session.token(),
    transport,
    clock,
    retry: { tries: 1 },
  });
  return { clock, connection: { ...connection, session } };
}

async function check(answers: object): Promise<Said> {
  const { clock, connection } = opened(answers);
  const verdict = await checkCluster(connection, { ...cluster, journalPatterns: [] }, clock, {
    ...checkLimits({}),
    polls: 2,
    intervalMs: 0,
    timeoutMs: 5_000,
  });
  const { status, summary, unread, remarks } = verdict;
  const isMarked = status === 'UNKNOWN' || unread.length + remarks.length > 0;
  return { claim: status, isMarked, words: summary };
}

async function snapshot(answers: object): Promise<Said> {
  const json = await snapshotOf(answers);
  const said = saidInJson(json);
  return { ...said, isMarked: said.isMarked || json.partial };
}

/** What `snapshot` writes of a cluster with these answers. */
export async function snapshotOf(answers: object): Promise<SnapshotJson> {
  const { clock, connection } = opened(answers);
  const collected = await collectSnapshot(connection, cluster, clock, {
    timeoutMs: 5_000,
    judged: 3_600_000,
  });
  const at = clock.now();
  const judged = judgeLooks([{ state: collected.state, at }], mergeThresholds(), []);
  return snapshotJson(collected, judged, at);
}

type JsonVerdict = Pick<SnapshotJson, 'problems' | 'notRead'>;

function saidInJson(json: JsonVerdict): Said {
  const { problems, notRead } = json;
  const words = JSON.stringify({ problems: problems.map(({ title }) => title), notRead });
  return { claim: claimOfSnapshot(json), isMarked: notRead.length > 0, words };
}

function claimOfSnapshot({ problems, notRead }: JsonVerdict): Claim {
  const severities = problems.map(({ severity }) => severity);
  if (severities.includes('critical')) return 'CRITICAL';
  if (notRead.some(({ decides }) => decides)) return 'UNKNOWN';
  return severities.includes('warning') ? 'WARNING' : 'OK';
}

/** A cluster with these answers and a monitor of it. */
function monitored(...given: Parameters<typeof opened>) {
  const { clock, connection } = opened(...given);
  const store = createClusterStore(cluster);
  const options = { store, clock, journalReach: 3_600_000, random: () => 0.5 };
  return { clock, connection, store, monitor: createMonitor({ api: connection.api, ...options }) };
}

/** A minute of polls, triage and screen, and what is said at its end. */
async function watched(answers: object): Promise<Readonly<Record<'exported' | 'screen' | 'mcp', Said>>> {
  const { clock, connection, store, monitor } = monitored(answers);
  const triage = createTriageStore(createTriage({ thresholds: QUICK }), clock);
  store.subscribe((state) => triage.step(state));
  connection.session.onChange((session) => store.setState({ session }));
  const looks = { watchedStreams: ['s-1'], watchedApplications: ['live'], viewers: ['v-1'] };
  monitor.setInterest({ servers: false, ...looks });
  monitor.start();
  await clock.advance(WATCHED_MS);
  const state = store.getState();
  const families = metrics(state, triage.getState(), clock.now(), 10);
  const { text } = await metricsText([{ metrics: families, labels: { cluster: cluster.name } }], 'open');
  const base = fakeServices(state);
  const ui = new UiDriver(
    { ...base, clock, cluster: store, triage, session: { ...base.session, monitor } },
    { columns: 120, rows: 40 },
    'problems',
  );
  const frame = ui.screen;
  monitor.stop();
  const moment = async () => ({ at: clock.now(), state, triage: triage.getState() });
  const source = { moment, history: undefined, users: async () => [], close: async () => {} };
  const asked = await mcpTools.snapshot.run(
    { kind: 'live', cluster: cluster.name, ...source },
    { fields: 'problems,notRead', limit: 20 },
    clock.now(),
  );
  const mcp = saidInJson(asked.data as JsonVerdict);
  return { exported: claimOfMetrics(text), screen: claimOfFrame(frame), mcp };
}

function claimOfMetrics(text: string): Said {
  const sampleOf = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? Number.NaN);
  const unread = [...text.matchAll(/^castwatch_figure_read\{[^}]*figure="(\w+)"[^}]*\} 0$/gm)].map(
    ([, name]) => name,
  );
  const undecided = [...text.matchAll(/^castwatch_figure_undecided\{[^}]*figure="(\w+)"[^}]*\} 1$/gm)];
  const down = [...text.matchAll(/^castwatch_up\{[^}]*resource="(\w+)"[^}]*\} 0$/gm)].map(([, name]) => name);
  const words = `unread ${unread.join()}; down ${down.join()}`;
  const isMarked = unread.length + down.length > 0;
  const critical = sampleOf(/^castwatch_incidents\{[^}]*severity="critical"[^}]*\} (\d+)$/m);
  const warning = sampleOf(/^castwatch_incidents\{[^}]*severity="warning"[^}]*\} (\d+)$/m);
  if (critical > 0) return { claim: 'CRITICAL', isMarked, words };
  if (undecided.length > 0) return { claim: 'UNKNOWN', isMarked, words };
  return { claim: warning > 0 ? 'WARNING' : 'OK', isMarked, words };
}

function claimOfFrame(frame: string): Said {
  const rows = frame.split('\n');
  const words = `${rows[0]?.trim()} / ${rows[2]?.trim()} / ${rows.find((row) => /not read|unknown/.test(row))?.trim()}`;
  const isProblem = /[✖▲] [1-9]/.test(rows[0] ?? '');
  // Where a problem stands, what was not read is named by `!`.
  const isMarked = isProblem || /not read|what was read|\? unknown|not understood|unreadable/.test(frame);
  if (/✖ [1-9]\d* critical/.test(rows[0] ?? '')) return { claim: 'CRITICAL', isMarked, words };
  if (/\? unknown|is unknown|NO ANSWER/.test(frame)) return { claim: 'UNKNOWN', isMarked, words };
  if (/▲ [1-9]\d* warnings?/.test(rows[0] ?? '')) return { claim: 'WARNING', isMarked, words };
  return { claim: /✔ ok/.test(rows[0] ?? '') ? 'OK' : 'UNKNOWN', isMarked, words };
}

/** Streams of `sessions`, and how often they were interrupted, after minutes with sound, odd and sound answers. */
export async function sessionsOver(sound: object, odd: object) {
  const path = await historyPath();
  const clock = new ManualClock();
  const start = clock.now();
  const isOdd = () => clock.now() - start > 3 * MINUTE_MS && clock.now() - start < 6 * MINUTE_MS;
  const { store, monitor } = monitored(sound, clock, () => (isOdd() ? odd : sound));
  const writer = new HistoryWriter(await openTestHistory(path), { clock, retention: defaultRetention });
  store.subscribe((state) => writer.take(state, calm));
  monitor.start();
  await clock.advance(9 * MINUTE_MS);
  monitor.stop();
  await writer.close();
  const db = await openTestHistory(path);
  const period = { from: start, to: clock.now() };
  const { streams } = sessionPeriods(await readPeriodData(createHistoryReader(db), period), period);
  db.close();
  return {
    streams: streams.map(({ streamKey }) => streamKey).toSorted(),
    interruptions: streams.reduce((sum, { interruptions }) => sum + interruptions, 0),
  };
}
