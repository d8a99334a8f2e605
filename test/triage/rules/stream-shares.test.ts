import { expect, test } from 'vitest';
import type { Watched } from '../../../src/triage/memory/figures.ts';
import {
  byServer,
  factorOfStreams,
  leftStreams,
  sickPlace,
} from '../../../src/triage/rules/stream-shares.ts';
import { defaultThresholds } from '../../../src/triage/thresholds.ts';
import { factsOf } from '../evaluate-rule.ts';
import { bare, remembered, START, server, stream, trackOf } from '../support.ts';

const keys = ['a', 'b', 'c', 'd', 'e'];

/** Five streams on each of two applications that had 100 viewers each, and have so many now. */
function factor(live: number, news: number) {
  const tracks = Object.entries({ live, news }).flatMap(([application, viewerCount]) =>
    keys.map((streamKey) => trackOf(stream({ streamKey, application, viewerCount }), START)),
  );
  const before = new Map(tracks.map(({ key }) => [key, 100]));
  const facts = factsOf({ streams: remembered(tracks), whole: { viewersBefore: () => before } });
  return leftStreams(facts, START - 1_000)?.by;
}

test.each<[string, number, number, string | undefined]>([
  ['viewers of one application have left', 40, 102, 'live'],
  ['viewers of all streams have left', 40, 41, undefined],
  ['an application lost no more than streams do by themselves', 90, 100, undefined],
])('whose viewers are lost: %s', (_, live, news, name) => {
  expect(factor(live, news)?.values.map(({ value }) => value)).toEqual(name && [name]);
});

test('the way in which streams are published is a factor, if not almost all are published so', () => {
  const published = (type: string, count: number) =>
    Array.from({ length: count }, (_, n) =>
      trackOf(stream({ streamKey: `${type}-${n}`, application: `a${n % 5}`, type }), START),
    );
  const typeOf = (others: number) => {
    const hit = published('srt', 10);
    const tracks = [...hit, ...published('rtmp', others)];
    const facts = factsOf({ streams: { ...remembered(tracks), newest: START } });
    return factorOfStreams(facts, hit)?.values.map(({ value }) => value);
  };
  expect([typeOf(10), typeOf(1)]).toEqual([['srt'], undefined]);
});

test('of a server whose applications run elsewhere, too, those count as lost that are lost there', () => {
  const places = ['o1', 'o2'].flatMap((name) =>
    ['live', 'news'].map((application): Watched => {
      const key = `${application}@${name}`;
      const place = { key, server: name, application, group: undefined, role: 'origin' } as const;
      return { place, now: name === 'o1' ? 9 : 12, usual: 12, deviation: undefined };
    }),
  );
  const apps = ['live', 'news'].map((name) => ({ name, type: 'origin' }));
  const state = bare(['o1', 'o2'].map((name) => server(name, { applications: apps })))(START, 0);
  const facts = factsOf({ state, figures: { of: () => places } });
  const lostAt = ({ now }: Watched) => 12 - now;
  expect(byServer(undefined, places.slice(0, 2), facts, lostAt)).toMatchObject({
    dimension: 'server',
    values: [{ value: 'o1', had: 24, lost: 6 }],
    covers: 0.25,
  });
});

/** Streams of three applications on two origins, the sick ones of which have a bad grade. */
function placeOfSick(
  places: Readonly<Record<string, readonly string[]>>,
  isSick: (application: string) => boolean,
) {
  const tracks = ['live', 'news', 'vod'].flatMap((application) =>
    keys.map((key) => {
      const more = isSick(application) ? { healthGrade: 'Bad', healthScore: 40 } : {};
      return trackOf(stream({ streamKey: `${application}-${key}`, application, ...more }), START);
    }),
  );
  const servers = Object.entries(places).map(([name, own]) =>
    server(name, { applications: own.map((one) => ({ name: one, type: 'origin' })) }),
  );
  const state = bare(servers)(START, 0);
  const streams = { ...remembered(tracks), newest: START };
  return sickPlace(factsOf({ state, streams }), defaultThresholds)?.subject;
}

const both = ['live', 'news'];
const first = { kind: 'server', name: 'o1' };

test.each<[string, Readonly<Record<string, readonly string[]>>, readonly string[], object | undefined]>([
  ['the server of two applications', { o1: both, o2: ['vod'] }, both, first],
  [
    'the only server that runs both, which run elsewhere, too',
    { o1: both, o2: ['live', 'vod'], o3: ['news', 'vod'] },
    both,
    first,
  ],
  ['one application', { o1: both, o2: ['live', 'vod'] }, ['live'], { kind: 'application', name: 'live' }],
  ['two servers that run both', { o1: both, o2: [...both, 'vod'] }, both, undefined],
  ['nothing, where all are sick', { o1: both, o2: ['vod'] }, [...both, 'vod'], undefined],
])('what sick streams have in common: %s', (_, places, sick, subject) => {
  expect(placeOfSick(places, (application) => sick.includes(application))).toEqual(subject);
});
