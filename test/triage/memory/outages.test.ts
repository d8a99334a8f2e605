import { expect, test } from 'vitest';
import type { ServerRecord } from '../../../src/cluster/state.ts';
import type { Stream } from '../../../src/protocol/stream.ts';
import { FigureMemory } from '../../../src/triage/memory/figures.ts';
import { OutageMemory, viewersLost } from '../../../src/triage/memory/outages.ts';
import type { StreamMemory, StreamTrack } from '../../../src/triage/memory/streams.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { bench, byKey, journal, record, remembered, START, server, stream, trackOf } from '../support.ts';

const empty = bench().state();
const SECOND = 1_000;
const figures = new FigureMemory();

/** A server, by default in EU with the application live; gone since this many seconds after the start. */
function one(name: string, goneAt?: number, groupName: string | null = 'EU', applications = ['live']) {
  const there = server(name, { groupName, applications: applications.map((own) => ({ name: own })) });
  if (goneAt === undefined) return record(there, START);
  return record(there, START - SECOND, { misses: 3, goneSince: START + goneAt * SECOND });
}

interface Look {
  readonly servers: readonly ServerRecord[];
  readonly tracks?: readonly StreamTrack[];
  readonly departed?: readonly StreamTrack[];
  /** Totals of the whole cluster at that time. */
  readonly viewers?: number | undefined;
  readonly lines?: ReturnType<typeof journal>;
}

/** A memory that looks this many seconds after the start, each time at a new sweep. There were 1,000 viewers. */
function watching() {
  const memory = new OutageMemory();
  return (seconds: number, { servers, tracks = [], departed = [], viewers, lines }: Look) => {
    const now = START + seconds * SECOND;
    const history = { last: (_key: string, at: number) => (at < START ? 1_000 : viewers) };
    const streams = { ...remembered(tracks), departed: byKey(departed), newest: now };
    const state = { ...empty, ...lines?.(now), servers, history: history as unknown as typeof empty.history };
    memory.observe(state, { streams: streams as unknown as StreamMemory, figures }, now, t);
    return memory.incidents;
  };
}

const seen = (streamKey: string, seconds: number, more: Partial<Stream> = {}) =>
  trackOf(stream({ streamKey, id: streamKey, ...more }), START + seconds * SECOND);
const keys = (tracks: Iterable<StreamTrack> | undefined) => [...(tracks ?? [])].map(({ key }) => key);

test('two servers that vanish within half a minute and of one group are one incident', () => {
  const incidents = (other: ServerRecord) => watching()(60, { servers: [one('a', 0), other] }).length;
  expect([one('b', 30), one('b', 30.001), one('b', 0, 'US')].map(incidents)).toEqual([1, 2, 2]);
});

test('after several outages in a row nothing is over until the server was back for two minutes', () => {
  const look = watching();
  const viewers = 1_000;
  look(6, { servers: [one('a', 0)], viewers });
  expect(look(20, { servers: [one('a')], viewers })).toEqual([]);
  look(46, { servers: [one('a', 40)], viewers });
  for (const seconds of [60, 179]) {
    const [incident] = look(seconds, { servers: [one('a')], viewers });
    expect(incident?.outages.map(({ times, backAt }) => [times, backAt])).toEqual([[2, START + 60 * SECOND]]);
  }
  expect(look(181, { servers: [one('a')], viewers })).toEqual([]);
});

test.each([
  ['within minutes', 200, 0],
  ['an hour later', 3_700, 3_600],
])('a server that vanishes again %s is compared with what it was before', (_, again, seenAt) => {
  const look = watching();
  look(6, { servers: [one('a', 0)], viewers: 1_000 });
  look(20, { servers: [one('a')], viewers: 1_000 });
  const later = { ...one('a', again), lastSeen: START + seenAt * SECOND };
  const [incident] = look(again + 6, { servers: [later] });
  expect(incident?.outages[0]?.first.lastSeen).toBe(seenAt === 0 ? START - SECOND : later.lastSeen);
});

const [alone, other] = [one('a', 0), one('b')];

test.each<[string, Look, readonly string[]]>([
  ['on an application that only it runs', { servers: [alone], tracks: [seen('news', 0)] }, ['live/news']],
  ['on one that another server runs too', { servers: [alone, other], tracks: [seen('news', 0)] }, []],
  [
    'on one that otherwise only a gone server runs',
    { servers: [alone, one('b', 0, 'US')], tracks: [seen('news', 0)] },
    ['live/news'],
  ],
  ['of another server', { servers: [one('a', 0, 'EU', ['vod'])], tracks: [seen('news', 0)] }, []],
  ['without a publisher', { servers: [alone], tracks: [seen('news', 0, { state: 'AWAITING' })] }, []],
  [
    'that was last seen two minutes before',
    { servers: [alone, other], departed: [seen('news', -120)] },
    ['live/news'],
  ],
  ['that had ended before that', { servers: [alone, other], departed: [seen('news', -120.001)] }, []],
])('what a server that vanished carried: a stream %s', (_, scene, lost) => {
  expect(keys(watching()(6, scene)[0]?.lost.values())).toEqual(lost);
});

test.each([
  ['the same session, seen within a minute', 59.999, {}, true],
  ['the same session, seen a minute later', 60, {}, false],
  ['a new session, at once', 10, { startTime: START }, false],
  ['a start that moved by rounding', 10, { startTime: START - 3_600_000 + 2_000 }, true],
  ['a start that moved by more', 10, { startTime: START - 3_600_000 + 2_001 }, false],
  ['a new session of another application', 10, { startTime: START, application: 'vod' }, false],
  ['a session that waits for its publisher', 90, { state: 'AWAITING' }, true],
] as const)('a stream is missing until it is published again: %s', (_, seconds, more, isMissing) => {
  const look = watching();
  look(6, { servers: [one('a', 0)], tracks: [seen('news', 0)] });
  const [incident] = look(100, { servers: [one('a', 0)], tracks: [seen('news', seconds, more)] });
  expect(keys(incident?.missing)).toEqual(isMissing ? ['live/news'] : []);
});

test('viewers who leave within a quarter of a minute were cut off, those who leave later were not', () => {
  const lostAt = (seconds: number, viewers: number | undefined) => {
    const look = watching();
    look(6, { servers: [one('a', 0)], viewers: 900 });
    const [incident] = look(seconds, { servers: [one('a', 0)], viewers });
    return incident && viewersLost(incident);
  };
  expect([lostAt(15, 600), lostAt(15.001, 600)]).toEqual([400, 100]);
  expect([lostAt(12, 950), lostAt(12, undefined)]).toEqual([100, 100]);
  const viewers = { before: undefined, lowest: 5, now: 5 };
  const [incident] = watching()(6, { servers: [one('a', 0)], viewers: 1_200 });
  expect(incident && [viewersLost(incident), viewersLost({ ...incident, viewers })]).toEqual([0, undefined]);
});

test('viewers are cut off when a server is missed, also where the journal told of it before', () => {
  const lines = journal([{ at: START - 20 * SECOND, object: 'Server: a', message: 'process failed' }]);
  const look = watching();
  look(6, { servers: [one('a', 0)], viewers: 990, lines });
  const [incident] = look(8, { servers: [one('a', 0)], viewers: 600, lines });
  expect(incident && [incident.since - START, viewersLost(incident)]).toEqual([-20 * SECOND, 400]);
});

test('an incident lasts while a server is away, and ends when the server is dropped after an hour', () => {
  const look = watching();
  const servers = [one('a', 0), one('b', 0)];
  look(6, { servers });
  expect(look(3_000, { servers: [one('a'), one('b', 0)] })).toHaveLength(1);
  expect(look(3_600, { servers: [] })).toEqual([]);
});

test('a stream that stays missing is waited for as long as the threshold says', () => {
  const look = watching();
  look(6, { servers: [one('a', 0)], tracks: [seen('news', 0)] });
  look(60, { servers: [one('a')] });
  const patience = 60 + t.goneMissing / SECOND;
  expect(look(patience - 0.001, { servers: [one('a')] })).toHaveLength(1);
  expect(look(patience, { servers: [one('a')] })).toEqual([]);
});

test('viewers who were cut off are waited for until nine of ten are back, and nearly all of all, or as long as the threshold says', () => {
  const later = (before: number, seconds: number, viewers: number) => {
    const look = watching();
    look(6, { servers: [one('a', 0)], viewers: before });
    look(60, { servers: [one('a')], viewers: before });
    return look(seconds, { servers: [one('a')], viewers }).length;
  };
  const patience = 60 + t.lossFor / SECOND;
  expect([later(500, 90, 959), later(500, 90, 960)]).toEqual([1, 0]);
  // The audience changes by itself, the more the longer it lasts.
  expect([later(800, 90, 972), later(800, 90, 973)]).toEqual([1, 0]);
  expect([later(800, 306, 954), later(800, 306, 955)]).toEqual([1, 0]);
  expect([later(500, patience - 0.001, 500), later(500, patience, 500)]).toEqual([1, 0]);
  // Fewer lost viewers than half of what is a loss by itself are not waited for.
  const sudden = Math.max(t.lossViewers, 5 * t.lossShare);
  expect([later(1_000 - sudden, 90, 0), later(1_001 - sudden, 90, 0)]).toEqual([1, 0]);
});

test('missing streams and viewers are waited for from the return of the last server on', () => {
  const look = watching();
  look(6, { servers: [one('a', 0), one('b', 0)], tracks: [seen('news', 0)] });
  look(60, { servers: [one('a'), one('b', 0)] });
  look(90, { servers: [one('a'), one('b')] });
  expect(look(89 + t.goneMissing / SECOND, { servers: [one('a'), one('b')] })).toHaveLength(1);
});

test('at most a thousand servers that are away are followed, and fifty thousand streams', () => {
  const tracks = Array.from({ length: 100 }, (_, index) => seen(`s${index}`, 0));
  const servers = Array.from({ length: 1_100 }, (_, index) => one(`edge-${index}`, 0, null));
  const incidents = watching()(9, { servers, tracks });
  expect(incidents).toHaveLength(1_000);
  expect(incidents.reduce((sum, { lost }) => sum + lost.size, 0)).toBe(50_000);
});

test('the next sweep shows which streams of a shared application ended with one of its servers', () => {
  const origin = (name: string) =>
    server(name, { applications: [{ name: 'live', type: 'origin', streams: { count: 2 } }] });
  const gone = record(origin('a'), START - SECOND, { misses: 3, goneSince: START });
  const there = record(origin('b'), START);
  const look = watching();
  const [before] = look(6, { servers: [gone, there], tracks: [seen('news', -20), seen('match', -20)] });
  expect(keys(before?.lost.values())).toEqual([]);
  const again = { ...seen('match', 60, { startTime: START + 30 * SECOND }), viewers: 400 } as const;
  const [after] = look(66, {
    servers: [gone, there],
    tracks: [{ ...again, restarts: [START + 60 * SECOND] }, seen('radio', 60)],
    departed: [seen('news', -20), seen('ended-before', -300)],
  });
  expect([...(after?.lost.values() ?? [])].map(({ key, stream }) => `${key} ${stream.viewerCount}`)).toEqual([
    'live/news 100',
    'live/match 400',
  ]);
});
