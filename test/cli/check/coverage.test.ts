import { expect, test } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { checkCluster } from '../../../src/cli/check/cluster.ts';
import type { CheckedObject } from '../../../src/cli/check/object.ts';
import { checkLimits } from '../../../src/cli/check/thresholds.ts';
import { collectSnapshot } from '../../../src/cli/snapshot/collect.ts';
import type { Acknowledgement } from '../../../src/config/state-files.ts';
import type { PlannedWork } from '../../../src/triage/planned-work.ts';
import { notYetKnown } from '../../../src/views/problems/all-clear.ts';
import { open } from '../../http/support.ts';
import { calm } from '../../support/fake-services.ts';
import { many } from '../../support/odd/cluster.ts';
import { type Edits, edited, healthyAnswers, serveAnswers } from '../../support/odd-server.ts';

interface Question {
  readonly works?: readonly PlannedWork[];
  readonly object?: CheckedObject;
  readonly crit?: readonly string[];
  readonly acknowledged?: Readonly<Record<string, Acknowledgement>>;
}

const clusterAt = async (edits: Edits) =>
  open((await serveAnswers(edited(healthyAnswers(systemClock.now()), edits))).url);

async function check(edits: Edits, { object, works, acknowledged, crit }: Question = {}): Promise<string> {
  const target = { name: 'odd', url: 'http://odd', journalPatterns: [] };
  const plan = { ...checkLimits({}, { crit }), object, works, acknowledged, polls: 2, intervalMs: 1 };
  const timed = { ...plan, timeoutMs: 5_000 };
  const { status, summary } = await checkCluster(await clusterAt(edits), target, systemClock, timed);
  return `${status} ${summary}`;
}

const list = 'streams.data.list';
const total = 'dashboard.data.viewersStats.total.value';
const health = 'dashboard.data.viewerHealthSummary';
const withoutId = { [`${list}.*.id`]: undefined, [`${list}.*.healthScore`]: 3 };
const withoutName = { ...withoutId, [`${list}.*.streamKey`]: undefined };
const oneWithoutName = { [`${list}.2.id`]: undefined, [`${list}.2.streamKey`]: undefined };
const noTasks = { 'dashboard.data.transcodeStats': undefined };
const noServers = { 'dashboard.data.topology': [], 'topology.data.topology': [] };
const noEntry = { 'journal.data.list.*': 'nothing to see' };
/** A member of these servers, in both lists of them. */
const ofServers = (at: string, member: string, value?: unknown) => ({
  [`dashboard.data.topology.${at}.${member}`]: value,
  [`topology.data.topology.${at}.${member}`]: value,
});
const nameless = { ...ofServers('1', 'serverName'), ...ofServers('1', 'hostName') };
const fewManagers = Object.assign({}, ...['2', '3', '4', '5'].map((at) => ofServers(at, 'clusterManager')));
const about = (kind: CheckedObject['kind'], name: string): Question => ({ object: { kind, name } as never });
const sum = 'the dashboard counts 370 streams, its groups 37: they differ by 90%';

/** A page of 200 streams, one of which has neither id nor key. */
function oneUnreadable(): object {
  const { data } = healthyAnswers(systemClock.now()).streams;
  const names = (index: number) => ({ id: `s-${index}`, streamKey: `key-${index}` });
  const none = { id: null, streamKey: null };
  const rows = many(200, (nth) => ({ ...data.list[0], ...(nth === 1 ? none : names(nth)) }));
  return { ...data, list: rows, totalItems: 200 };
}

const noViewers = { 'dashboard.data.viewersStats': undefined };
const ofViewers = { crit: ['viewers=1000'] };
const noBounds = ', limits, figures of groups$';
const hotAlone = { dashboard: undefined, 'topology.data.topology.0.serverStats.cpuUsage': 99.5 };
const small = { [`${list}.*.healthScore`]: 3, [`${list}.*.state`]: 'published' };
const unjudged = { [`${list}.2.healthScore`]: undefined, [`${list}.2.healthGrade`]: undefined };
const whole = 'no problems, 1.00k viewers, 37 streams, 6 servers';
/** `? ` stands for “UNKNOWN not read: ”. */
const rows: readonly (readonly [what: string, edits: Edits, answer: string, question?: Question])[] = [
  ['a healthy cluster', {}, `OK odd: ${whole}$`],
  ['streams of score 3 without id', withoutId, 'CRITICAL 1 incident: Streams unhealthy: 37 streams '],
  ['streams of score 3 without id and key', withoutName, '? 37 streams'],
  ['viewers with a space', { [total]: '19 950' }, '? viewers$'],
  ['CPU with a comma', ofServers('*', 'serverStats.cpuUsage', '99,6'), '? CPU of 6 servers$'],
  ['a word in a count', { [`${health}.series.1`]: '900 viewers' }, '? health of viewers$'],
  ['a grade without a count', { [`${health}.series.1`]: null }, '? health of viewers$'],
  ['a count without a grade', { [`${health}.labels.0`]: undefined }, '? health of viewers$'],
  ['a journal without a readable entry', noEntry, '? 30 journal entries$'],
  ['an empty dashboard', { 'dashboard.data': {} }, '? viewers, number of streams,'],
  ['managers that cannot be told', ofServers('*', 'clusterManager', '?'), '? manager flag of 6 servers$'],
  ['flags of those alone that are managers', fewManagers, `OK odd: ${whole}$`],
  ['a figure that is not reported', noTasks, `OK odd: no problems, .*; not read: transcode tasks${noBounds}`],
  ['fewer streams than the server counts', { 'streams.data.totalItems': 60 }, '? 23 of 60 streams'],
  ['one of many', { 'streams.data': oneUnreadable() }, 'OK odd: no problems, .*; not read: 1 of 200 streams'],
  ['one server', { 'dashboard.data.streamStats.total.value': 370 }, `OK odd: .*; Totals disagree: ${sum}$`],
  ['a critical beside it', { ...withoutName, [total]: 19_950 }, 'CRITICAL 1 incident: .*; not read: 37 str'],
  ['a known warning beside it', { ...withoutName, [total]: 18_500 }, '? 37 streams; 1 incident: '],
  ['the bounds, too', { ...noTasks, [total]: '19 950' }, `? viewers, transcode tasks${noBounds}`],
  [
    'no dashboard',
    hotAlone,
    'CRITICAL 1 incident: .*node-1.*; not read: dashboard: “dashboard” was not found',
  ],
  ['sick streams, state in small letters', small, 'CRITICAL 1 incident: Streams unhealthy: 37 streams '],
  ['a range of an absent figure', noViewers, `? viewers: asked for, not reported${noBounds}`, ofViewers],
  ['a server of an empty topology', noServers, '? servers$', about('server', 'node-2')],
  ['the unreadable stream, perhaps', oneWithoutName, '? 1 of 37 streams$', about('stream', 'key-3')],
  ['the unreadable server, perhaps', nameless, '? 1 of 6 servers$', about('server', 'node-2')],
  ['another stream', oneWithoutName, 'OK odd: no problem of stream key-4$', about('stream', 'key-4')],
  ['no id', { [`${list}.2.id`]: undefined }, 'OK odd: no problem of stream key-3$', about('stream', 'key-3')],
  ['neither score nor grade', unjudged, '? health of 1 stream$', about('stream', 'key-3')],
  ['no grade', { [`${list}.2.healthGrade`]: undefined }, 'OK odd: no problem', about('stream', 'key-3')],
  ['links beside unread viewers', { [total]: 'many' }, 'OK odd: no problem link$', about('problem', 'link')],
  ['storms of an unread journal', noEntry, '? 30 journal entries$', about('problem', 'journal-storm')],
  ['a missing stream', {}, 'CRITICAL 1 incident: No such stream: gone is not', about('stream', 'gone')],
];

const cases = rows.map(([what, edits, answer, question]) => ({ what, edits, answer, question }));

test.each(cases)('check of $what gives the listed verdict', async ({ edits, answer, question }) => {
  const words = answer.replace(/^\? /, 'UNKNOWN not read: ');
  expect(await check(edits, question)).toMatch(new RegExp(`^${words}`));
});

test('without a dashboard the rest is judged, and the verdict stays open, as on the screens', async () => {
  const edits = { dashboard: undefined };
  expect(await check(edits)).toMatch(/^UNKNOWN not read: dashboard: “dashboard” was not found/);
  const options = { timeoutMs: 5_000, judged: 3_600_000 };
  const cluster = { name: 'odd', url: 'http://odd' };
  const { state } = await collectSnapshot(await clusterAt(edits), cluster, systemClock, options);
  const words = expect.stringContaining('not read: viewers, ');
  expect(notYetKnown(state, calm, systemClock.now())).toMatchObject({ isUnread: true, words });
});

test('an acknowledged problem counts and is marked as acknowledged', async () => {
  const hot = (at: number) => ofServers(String(at), 'serverStats.cpuUsage', 99.5);
  const known = { at: systemClock.now(), note: 'we know' };
  const acknowledged = { 'server-hot:node-1': known };
  const both = { ...hot(0), ...hot(1) };
  expect(await check(hot(0), { acknowledged })).toMatch(/^CRITICAL 1 incident \(1 acknowledged\): .*node-1/);
  // The new one is named first.
  expect(await check(both, { acknowledged })).toMatch(/^CRITICAL 2 incidents \(1 acknowledged\): .*node-2/);
  const ended = { 'server-hot:node-1': { ...known, until: systemClock.now() - 1 } };
  expect(await check(hot(0), { acknowledged: ended })).toMatch(/^CRITICAL 1 incident: /);
});

test('what stands under planned work does not count, but something critical is a warning that names who hides it', async () => {
  const [server] = healthyAnswers(systemClock.now()).topology.data.topology;
  const hot = ofServers('0', 'serverStats.cpuUsage', 99.5);
  const object = server?.serverName ?? '';
  const now = systemClock.now();
  const work = { object, from: now - 1_000, until: now + 60_000, note: '', by: 'anna' };
  expect(await check(hot)).toMatch(/^CRITICAL 1 incident: .*CPU/);
  expect(await check(hot, { works: [work] })).toMatch(
    /^WARNING planned work by anna on node-1 until 20\S+ \d\d:\d\d: 1 problem not counted, 1 critical, such as .*CPU/,
  );
  expect(await check(hot, { works: [{ ...work, until: now - 1 }] })).toMatch(/^CRITICAL/);
});
