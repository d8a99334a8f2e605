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
import { type Edits, edited, healthyAnswers, serveAnswers } from '../../support/odd-server.ts';

interface Question {
  readonly works?: readonly PlannedWork[];
  readonly object?: CheckedObject;
  readonly crit?: readonly string[];
  readonly acknowledged?: Readonly<Record<string, Acknowledgement>>;
}

const clusterAt = async (edits: Edits) =>
  open((await serveAnswers(edited(healthyAnswers(systemClock.now()), edits))).url);

async function check(
  edits: Edits,
  { object, works, acknowledged, crit = [] }: Question = {},
): Promise<string> {
  const target = { name: 'odd', url: 'http://odd', journalPatterns: [] };
  const { status, summary } = await checkCluster(await clusterAt(edits), target, systemClock, {
    ...checkLimits({}, { warn: [], crit }),
    object,
    works,
    acknowledged,
    polls: 2,
    intervalMs: 1,
    timeoutMs: 5_000,
  });
  return `${status} ${summary}`;
}

const withoutId = { 'streams.data.list.*.id': undefined, 'streams.data.list.*.healthScore': 3 };
const withoutName = { ...withoutId, 'streams.data.list.*.streamKey': undefined };
const oneWithoutName = { 'streams.data.list.2.id': undefined, 'streams.data.list.2.streamKey': undefined };

/** A page of this many streams, one of which has neither id nor key. */
function oneUnreadableOf(count: number): object {
  const { data } = healthyAnswers(systemClock.now()).streams;
  const list = Array.from({ length: count }, (_, index) => ({
    ...data.list[0],
    id: index === 0 ? null : `s-${index}`,
    streamKey: index === 0 ? null : `key-${index}`,
  }));
  return { ...data, list, totalItems: count };
}

const cases: readonly (readonly [what: string, edits: Edits, question: Question, answer: RegExp])[] = [
  ['a healthy cluster', {}, {}, /^OK odd: no problems, 1.00k viewers, 37 streams, 6 servers$/],
  ['streams of score 3 without id', withoutId, {}, /^WARNING 1 incident: Streams unhealthy: 37 streams /],
  ['streams of score 3 without id and key', withoutName, {}, /^UNKNOWN not read: 37 streams/],
  [
    'viewers with a space',
    {
      'dashboard.data.viewersStats.total.value': '19 950',
    },
    {},
    /^UNKNOWN not read: viewers$/,
  ],
  [
    'CPU with a comma',
    {
      'dashboard.data.topology.*.serverStats.cpuUsage': '99,6',
      'topology.data.topology.*.serverStats.cpuUsage': '99,6',
    },
    {},
    /^UNKNOWN not read: CPU of 6 servers$/,
  ],
  [
    'a grade with a word in its count',
    { 'dashboard.data.viewerHealthSummary.series.1': '900 viewers' },
    {},
    /^UNKNOWN not read: health of viewers$/,
  ],
  [
    'a grade without a count',
    { 'dashboard.data.viewerHealthSummary.series.1': null },
    {},
    /^UNKNOWN not read: health of viewers$/,
  ],
  [
    'a journal of which no entry is readable',
    { 'journal.data.list.*': 'nothing to see' },
    {},
    /^UNKNOWN not read: 30 journal entries$/,
  ],
  ['an empty dashboard', { 'dashboard.data': {} }, {}, /^UNKNOWN not read: viewers, number of streams,/],
  [
    'a range of a figure that is absent',
    { 'dashboard.data.viewersStats': undefined },
    { crit: ['viewers=1000'] },
    /^UNKNOWN not read: viewers: asked for, not reported, limits, figures of groups$/,
  ],
  [
    'a server of an empty topology',
    { 'dashboard.data.topology': [], 'topology.data.topology': [] },
    { object: { kind: 'server', name: 'node-2' } },
    /^UNKNOWN not read: servers$/,
  ],
  [
    'a stream that may be the unreadable one',
    oneWithoutName,
    { object: { kind: 'stream', name: 'key-3' } },
    /^UNKNOWN not read: 1 of 37 streams$/,
  ],
  [
    'a server that may be the unreadable one',
    {
      'dashboard.data.topology.1.serverName': undefined,
      'topology.data.topology.1.serverName': undefined,
      'dashboard.data.topology.1.hostName': undefined,
      'topology.data.topology.1.hostName': undefined,
    },
    { object: { kind: 'server', name: 'node-2' } },
    /^UNKNOWN not read: 1 of 6 servers$/,
  ],
  [
    'another stream than the unreadable one',
    oneWithoutName,
    { object: { kind: 'stream', name: 'key-4' } },
    /^OK odd: no problem of stream key-4$/,
  ],
  [
    'a stream without an id',
    { 'streams.data.list.2.id': undefined },
    { object: { kind: 'stream', name: 'key-3' } },
    /^OK odd: no problem of stream key-3$/,
  ],
  [
    'a stream of which neither score nor grade is told',
    { 'streams.data.list.2.healthScore': undefined, 'streams.data.list.2.healthGrade': undefined },
    { object: { kind: 'stream', name: 'key-3' } },
    /^UNKNOWN not read: health of 1 stream$/,
  ],
  [
    'a stream without a grade',
    { 'streams.data.list.2.healthGrade': undefined },
    { object: { kind: 'stream', name: 'key-3' } },
    /^OK odd: no problem of stream key-3$/,
  ],
  [
    'links beside viewers that cannot be read',
    { 'dashboard.data.viewersStats.total.value': 'many' },
    { object: { kind: 'problem', name: 'link' } },
    /^OK odd: no problem link$/,
  ],
  [
    'journal storms of a journal that cannot be read',
    { 'journal.data.list.*': 'nothing to see' },
    { object: { kind: 'problem', name: 'journal-storm' } },
    /^UNKNOWN not read: 30 journal entries$/,
  ],
  [
    'managers that may be the unreadable ones',
    {
      'dashboard.data.topology.*.clusterManager': 'perhaps',
      'topology.data.topology.*.clusterManager': 'perhaps',
    },
    {},
    /^UNKNOWN not read: manager flag of 6 servers$/,
  ],
  [
    'manager flags of those alone that are managers',
    {
      ...Object.fromEntries(
        [2, 3, 4, 5].flatMap((at) =>
          ['dashboard', 'topology'].map((name) => [`${name}.data.topology.${at}.clusterManager`, undefined]),
        ),
      ),
    },
    {},
    /^OK odd: no problems, 1.00k viewers, 37 streams, 6 servers$/,
  ],
  [
    'what decides beside what hardly matters',
    {
      'dashboard.data.viewersStats.total.value': '19 950',
      'dashboard.data.transcodeStats': undefined,
    },
    {},
    /^UNKNOWN not read: viewers, transcode tasks, limits, figures of groups$/,
  ],
  [
    'grades of which one has no count',
    { 'dashboard.data.viewerHealthSummary.labels.0': undefined },
    {},
    /^UNKNOWN not read: health of viewers$/,
  ],
  [
    'a stream that is not there',
    {},
    { object: { kind: 'stream', name: 'gone' } },
    /^CRITICAL 1 incident: No such stream: gone is not there$/,
  ],
  [
    'a figure that the cluster does not report',
    { 'dashboard.data.transcodeStats': undefined },
    {},
    /^OK odd: no problems, .*; not read: transcode tasks, limits, figures of groups$/,
  ],
  [
    'fewer streams than the server counts, in both polls',
    { 'streams.data.totalItems': 60 },
    {},
    /^UNKNOWN not read: 23 of 60 streams/,
  ],
  [
    'one unreadable stream of many',
    { 'streams.data': oneUnreadableOf(200) },
    {},
    /^OK odd: no problems, .*; not read: 1 of 200 streams/,
  ],
  [
    'a list that covers one server only',
    { 'dashboard.data.streamStats.total.value': 370 },
    {},
    /^OK odd: no problems, .*; Totals disagree: the dashboard counts 370 streams, its groups 37: they differ by 90%$/,
  ],
  [
    'a known critical beside it',
    { ...withoutName, 'dashboard.data.viewersStats.total.value': 19_950 },
    {},
    /^CRITICAL 1 incident: .*; not read: 37 streams/,
  ],
  [
    'a critical server beside a dashboard that is not there',
    { dashboard: undefined, 'topology.data.topology.0.serverStats.cpuUsage': 99.5 },
    {},
    /^CRITICAL 1 incident: .*node-1.*; not read: dashboard: “dashboard” was not found/,
  ],
  [
    'sick streams of a state in small letters',
    { 'streams.data.list.*.healthScore': 3, 'streams.data.list.*.state': 'published' },
    {},
    /^WARNING 1 incident: Streams unhealthy: 37 streams /,
  ],
  [
    'a known warning beside it',
    { ...withoutName, 'dashboard.data.viewersStats.total.value': 18_500 },
    {},
    /^UNKNOWN not read: 37 streams; 1 incident: /,
  ],
];

test.each(cases)('check of %s gives the listed verdict', async (_what, edits, question, answer) => {
  expect(await check(edits, question)).toMatch(answer);
});

const wholeCluster = cases.filter(([, , { object, crit }]) => !object && !crit);

test.each(wholeCluster)(
  'the screens are as sure of %s as check is',
  async (_what, edits, _question, answer) => {
    const cluster = { name: 'odd', url: 'http://odd' };
    const { state } = await collectSnapshot(await clusterAt(edits), cluster, systemClock, {
      timeoutMs: 5_000,
      judged: 3_600_000,
    });
    const doubt = notYetKnown(state, calm, systemClock.now())?.words ?? '';
    const [, unread] = /^\^UNKNOWN (not read: [^;$,]*)/.exec(answer.source) ?? [];
    if (unread === undefined) expect(answer.source.startsWith('^CRITICAL') || doubt === '').toBe(true);
    else expect(doubt).toContain(`whether all is well is unknown; ${unread}`);
  },
);

test('without a dashboard the rest is judged, and the verdict stays open', async () => {
  const edits = { dashboard: undefined };
  expect(await check(edits)).toMatch(/^UNKNOWN not read: dashboard: “dashboard” was not found/);
  const { state } = await collectSnapshot(
    await clusterAt(edits),
    { name: 'odd', url: 'http://odd' },
    systemClock,
    {
      timeoutMs: 5_000,
      judged: 3_600_000,
    },
  );
  const doubt = notYetKnown(state, calm, systemClock.now());
  expect(doubt).toMatchObject({ isUnread: true, words: expect.stringContaining('not read: viewers, ') });
});

test('an acknowledged problem counts and is marked as acknowledged', async () => {
  const hot = (at: number) => ({
    [`dashboard.data.topology.${at}.serverStats.cpuUsage`]: 99.5,
    [`topology.data.topology.${at}.serverStats.cpuUsage`]: 99.5,
  });
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
  const hot = {
    'dashboard.data.topology.0.serverStats.cpuUsage': 99.5,
    'topology.data.topology.0.serverStats.cpuUsage': 99.5,
  };
  const object = server?.serverName ?? '';
  const now = systemClock.now();
  const work = { object, from: now - 1_000, until: now + 60_000, note: '', by: 'anna' };
  expect(await check(hot)).toMatch(/^CRITICAL 1 incident: .*CPU/);
  expect(await check(hot, { works: [work] })).toMatch(
    /^WARNING planned work by anna on node-1 until 20\S+ \d\d:\d\d: 1 problem not counted, 1 critical, such as .*CPU/,
  );
  expect(await check(hot, { works: [{ ...work, until: now - 1 }] })).toMatch(/^CRITICAL/);
});
