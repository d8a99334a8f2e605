import { expect, test } from 'vitest';
import type { ClusterEvent, ServerRecord } from '../../../src/cluster/state.ts';
import type { Loss } from '../../../src/triage/memory/totals.ts';
import type { Finding, RuleInput } from '../../../src/triage/rule.ts';
import { suddenLoss } from '../../../src/triage/rules/sudden-loss.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { sentenceOf, worded } from '../../support/sample-problem.ts';
import { bench, byKey, record, START, server, stream, trackOf } from '../support.ts';

const empty = bench().state();
const unknown = { viewers: undefined, streams: undefined, out: undefined };

/** 400 of 500 viewers who vanished at once. */
const loss: Loss = {
  since: START,
  lastGoodAt: START - 2_000,
  before: { ...unknown, viewers: 500, streams: 60 },
  lowest: { ...unknown, viewers: 100, streams: 60 },
  now: { ...unknown, viewers: 100, streams: 60 },
  fallen: ['viewers'],
  serversBefore: [],
  serversAfter: [],
};

function found(
  change: Partial<Loss> = {},
  departed: readonly ReturnType<typeof trackOf>[] = [],
  events: readonly ClusterEvent[] = [],
): Finding | undefined {
  const facts = {
    state: { ...empty, events },
    totals: { loss: { ...loss, ...change } },
    outages: { incidents: [] },
    streams: { departed: byKey(departed) },
  };
  const context = { now: START, thresholds: t, active: () => undefined };
  return suddenLoss.evaluate(facts as unknown as RuleInput, context)[0] as Finding | undefined;
}

/** A server of a group with this many viewers and published streams. */
function carrying(name: string, group: string | null, viewers: number, streams = 0): ServerRecord {
  const applications = [
    { name: 'live', type: 'Origin', streams: { count: streams } },
    { name: 'play', type: 'edge', streams: { count: 90 }, viewers: { count: viewers } },
  ];
  return record(server(name, { groupName: group, applications }), START);
}

test('totals that did not fall are not mentioned', () => {
  expect(sentenceOf(found())).toBe('400 of 500 viewers (80%) lost within 2s; nothing has come back yet');
});

test('the total that fell comes first, and what hardly moved is not mentioned', () => {
  const change = {
    before: { viewers: 45_200, streams: 60, out: 1e9 / 8 },
    lowest: { viewers: 45_156, streams: 54, out: 0.5e9 / 8 },
    now: { viewers: 45_156, streams: 54, out: 0.5e9 / 8 },
  };
  expect(sentenceOf(found({ ...change, fallen: ['out'] }))).toMatch(
    /^500 Mbit\/s of 1\.00 Gbit\/s outgoing \(50%\), 6 of 60 streams \(10%\) lost/,
  );
});

test.each([
  ['most of it on one server', [320, 80, 0], 'server edge-1', ''],
  ['most of it in one group', [280, 80, 40], 'group EU', '; in EU'],
  ['all over the cluster', [200, 80, 120], 'cluster', ''],
  ['slightly less than that on one server', [160, 156, 84], 'cluster', ''],
])(
  'the place of a loss is where four fifths of it happened: %s',
  (_, [a = 0, b = 0, c = 0], place, words) => {
    const at = (lost: number) => [
      carrying('edge-1', 'EU', 400 - a * lost),
      carrying('edge-2', 'EU', 400 - b * lost),
      carrying('edge-3', 'US', 400 - c * lost),
    ];
    const loss = found({ serversBefore: at(0), serversAfter: at(1) });
    const { subject } = loss ?? {};
    expect(Object.values(subject ?? {}).join(' ')).toBe(place);
    const losers = [
      ['edge-1', a],
      ['edge-2', b],
      ['edge-3', c],
    ].filter(([, lost]) => lost !== 0);
    const most = losers.toSorted(([, one], [, other]) => Number(other) - Number(one));
    const names = most.map(([name, lost]) => `${name} (−${lost})`).join(', ');
    expect(sentenceOf(loss)).toBe(
      `400 of 500 viewers (80%) lost within 2s; nothing has come back yet${words}${names === '' ? '' : `; viewers of ${names}`}`,
    );
  },
);

test('a total that falls alone is no loss: its servers still have the viewers', () => {
  const servers = [carrying('edge-1', 'EU', 300), carrying('edge-2', 'US', 200)];
  expect(found({ serversBefore: servers, serversAfter: servers })).toBeUndefined();
});

test('servers without a group are no place', () => {
  const at = (viewers: number) => [carrying('a', null, viewers), carrying('b', null, viewers)];
  expect(found({ serversBefore: at(200), serversAfter: at(0) })?.subject).toEqual({ kind: 'cluster' });
});

test('a server that misses its poll has lost all of its viewers and streams', () => {
  const before = carrying('edge-1', 'EU', 200);
  const loss = found({ serversBefore: [before], serversAfter: [{ ...before, misses: 1 }] });
  expect(sentenceOf(loss)).toMatch(/viewers of edge-1 \(−200\)$/);
});

test('lost streams name their servers and the streams that ended, most watched first', () => {
  const ended = (name: string, ms: number, viewerCount: number | null) =>
    trackOf(stream({ streamKey: name, viewerCount }), START + ms);
  const departed = [
    ended('early', -120_001, 900),
    ended('unknown', 0, null),
    ended('sport', -120_000, 5),
    ended('news', 0, 7),
    ended('late', 1, 900),
  ];
  const streams = {
    fallen: ['viewers', 'streams'] as const,
    lowest: { ...loss.lowest, streams: 20 },
    serversBefore: [carrying('origin-1', 'EU', 100, 40)],
    serversAfter: [carrying('origin-1', 'EU', 50, 0)],
  };
  expect(worded(found(streams, departed))).toMatchObject({
    subject: { kind: 'server', name: 'origin-1' },
    reason: expect.stringMatching(/; streams of origin-1 \(−40\); ended: news, sport, unknown$/),
    hit: { streams: { count: 3 } },
  });
  // Only viewers: streams that end at that time end for other reasons.
  expect(sentenceOf(found({}, departed))).not.toMatch(/ended/);
  expect(sentenceOf(found(streams))).toMatch(/\(−40\)$/);
});

test('a loss follows from a restart at the same time, which counts the lost viewers', () => {
  const at = (ms: number, kind: ClusterEvent['kind'] = 'restart') =>
    found({}, [], [{ kind, at: START + ms, subject: 'live', message: 'counters fell' }]);
  expect(at(15_000)).toMatchObject({
    explainedBy: expect.arrayContaining(['restart:live']),
    hit: { viewers: undefined },
  });
  expect(at(15_001)).toMatchObject({ hit: { viewers: { lost: 400 } } });
  expect(at(15_001)?.explainedBy).not.toContain('restart:live');
  expect(at(0, 'reconnect')?.explainedBy).not.toContain('restart:live');
});
