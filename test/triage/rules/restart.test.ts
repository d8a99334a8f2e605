import { expect, test } from 'vitest';
import type { ClusterEvent, ServerRecord } from '../../../src/cluster/state.ts';
import type { WatchedTotal } from '../../../src/triage/memory/total-series.ts';
import { restart } from '../../../src/triage/rules/restart.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { worded } from '../../support/sample-problem.ts';
import { context, findingsOf } from '../evaluate-rule.ts';
import { journal, record, remembered, START, server, stream, trackOf } from '../support.ts';

const NOW = START + 60_000;
const origin = record(server('origin-1', { applications: [{ name: 'live' }] }), NOW);
const missed = { ...origin, misses: 1 };
const gone = { ...origin, misses: 3, goneSince: NOW };

function event(subject: string, at = NOW, kind: ClusterEvent['kind'] = 'restart'): ClusterEvent {
  return { kind, subject, at, message: 'counters fell' };
}

interface Scene {
  readonly servers?: readonly ServerRecord[];
  readonly viewers?: WatchedTotal;
  readonly said?: readonly { at: number; object: string; message: string }[];
  readonly tracks?: ReturnType<typeof trackOf>[];
  readonly departed?: ReturnType<typeof trackOf>[];
}

function verdicts(events: readonly ClusterEvent[], scene: Scene = {}) {
  const { servers = [origin], viewers, said = [], tracks = [], departed = [] } = scene;
  const facts = {
    state: { ...journal(said)(NOW), servers, events },
    whole: { of: () => viewers },
    streams: remembered(tracks, departed),
  };
  return findingsOf(restart, facts, context({ now: NOW }));
}
const keys = (events: readonly ClusterEvent[], scene?: Scene) =>
  verdicts(events, scene).map((verdict) => `${verdict.key}${verdict.unmeasured ? ' ?' : ''}`);
const finding = (events: readonly ClusterEvent[], scene?: Scene) => verdicts(events, scene)[0];

test('a restart is news for a while, and as long as the loss that came with it stands', () => {
  const old = NOW - t.eventFor;
  expect([keys([event('live', old + 1)]), keys([event('live', old)])]).toEqual([['restart:live'], []]);
  const lost = (since: number) => keys([event('live', old)], { viewers: fallen(since) });
  expect([lost(old + 15_000), lost(old + 15_001)]).toEqual([['restart:live'], []]);
  expect(keys([event('live', NOW, 'reconnect')])).toEqual([]);
});

test('a journal that started again is news about the journal', () => {
  expect(worded(finding([event('Journal', NOW, 'journal-restart')]))).toMatchObject({
    key: 'restart:journal',
    severity: 'info',
    reason: 'journal: counters fell',
    since: NOW,
    within: ['restart:cluster'],
  });
});

test.each([
  ['a server that returned', 'origin-1', 150_000, []],
  ['an application of that server', 'live', 150_000, []],
  ['another application', 'vod', 150_000, ['restart:vod']],
  ['much later', 'live', 150_001, ['restart:live']],
])('counters that fall when a server returns are no restart of their own: %s', (_, subject, ms, reported) => {
  expect(keys([event('origin-1', NOW - ms, 'server-back'), event(subject)])).toEqual(reported);
  expect(keys([event(subject), event('origin-1', NOW - ms, 'server-gone')])).toEqual([`restart:${subject}`]);
});

test('totals that fall when a server leaves are no restart of the cluster', () => {
  const left = (ms: number, kind: ClusterEvent['kind'] = 'server-gone') =>
    keys([event('cluster'), event('origin-1', NOW + ms, kind)]);
  expect([left(30_000), left(30_001)]).toEqual([[], ['restart:cluster']]);
  expect(left(0, 'server-back')).toEqual(['restart:cluster']);
});

test('nothing is said about the cluster while a server misses polls; once it is gone the fall follows from that', () => {
  const all = [event('cluster')];
  expect(keys(all, { servers: [missed] })).toEqual(['restart:cluster ?']);
  expect(keys([event('live')], { servers: [missed] })).toEqual(['restart:live']);
  expect(keys(all, { servers: [gone] })).toEqual(['restart:cluster']);
  expect(finding(all, { servers: [gone] })?.within).toEqual(['server-gone:origin-1']);
  expect(finding([event('live')], { servers: [gone] })?.within).toEqual(['restart:cluster']);
});

test('the restart of an application belongs to that of the cluster', () => {
  const later = (ms: number) => keys([event('cluster', NOW - ms), event('live')]);
  expect(later(150_000)).toEqual(['restart:cluster']);
  expect(later(150_001)).toEqual(['restart:cluster', 'restart:live']);
  // Totals that fell because a server left are no restart.
  const gone = event('origin-1', NOW, 'server-gone');
  expect(keys([event('cluster'), event('live'), gone])).toEqual(['restart:live']);
});

const news = stream({ streamKey: 'news', viewerCount: 40 });
const sport = stream({ streamKey: 'sport', id: 's2', viewerCount: 90 });
const other = stream({ streamKey: 'film', application: 'vod', id: 's3', viewerCount: 7 });

test('a restart names the streams that it interrupted, and how many viewers they had', () => {
  const at = (ms: number) => ({ restarts: [NOW - ms] });
  const scene = {
    tracks: [
      trackOf(news, NOW, at(150_000)),
      trackOf({ ...news, streamKey: 'old' }, NOW, at(150_001)),
      trackOf(other, NOW, at(0)),
    ],
    departed: [trackOf(sport, NOW - 150_000), trackOf({ ...sport, streamKey: 'past' }, NOW - 150_001)],
  };
  for (const subject of ['live', 'origin-1']) {
    expect(worded(finding([event(subject)], scene))).toMatchObject({
      severity: 'warning',
      subject: { kind: subject === 'live' ? 'application' : 'server', name: subject },
      reason: `${subject}: counters fell; 1 stream published again: news; still missing: sport`,
      hit: { viewers: { degraded: 130 } },
    });
  }
  expect(worded(finding([event('cluster')], scene))).toMatchObject({
    subject: { kind: 'cluster' },
    reason: 'cluster: counters fell; 2 streams published again: news, film; still missing: sport',
    hit: { viewers: { degraded: 137 } },
  });
  const alone = { reason: 'live: counters fell', hit: { viewers: undefined } };
  expect(worded(finding([event('live')]))).toMatchObject(alone);
});

function fallen(since: number): WatchedTotal {
  const deviation = { direction: 'fallen', since, lastGoodAt: since - 2_000, noticedAt: since } as const;
  return { now: 100, usual: 500, deviation, isSudden: true };
}

test('a restart that came with a sudden loss is critical and counts the lost viewers', () => {
  const scene = { viewers: fallen(NOW), tracks: [trackOf(news, NOW, { restarts: [NOW] })] };
  expect(worded(finding([event('live')], scene))).toMatchObject({
    severity: 'critical',
    hit: { viewers: { lost: 400 } },
    reason: expect.stringMatching(/^live: counters fell; 400 of 500 viewers lost;/),
  });
  const warning = { severity: 'warning', hit: { viewers: { degraded: 40 } } };
  expect(finding([event('live', NOW - 15_001)], scene)).toMatchObject(warning);
});

test('an application began to restart when the journal first mentioned trouble with it or its server', () => {
  const other = record(server('edge-1'), NOW);
  const lost = { at: NOW - 20_000, message: 'Uplink lost' };
  const began = (object: string, subject = 'live') =>
    finding([event(subject)], { servers: [origin, other], said: [{ ...lost, object }] })?.since;
  expect([began('Server: origin-1'), began('Application: live')]).toEqual([NOW - 20_000, NOW - 20_000]);
  expect([began('Server: edge-1'), began('Server: origin-1', 'cluster')]).toEqual([NOW, NOW]);
});
