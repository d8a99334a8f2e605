import { expect, test } from 'vitest';
import type { RuleInput } from '../../../src/triage/rule.ts';
import { factorOfViewers } from '../../../src/triage/rules/stream-shares.ts';
import { bench, byKey, START, stream, trackOf } from '../support.ts';

const empty = bench().state();
const keys = ['a', 'b', 'c', 'd', 'e'];

/** Five streams on each of two applications that had 100 viewers each, and have so many now. */
function factor(live: number, news: number) {
  const tracks = Object.entries({ live, news }).flatMap(([application, viewerCount]) =>
    keys.map((streamKey) => trackOf(stream({ streamKey, application, viewerCount }), START)),
  );
  const before = new Map(tracks.map(({ key }) => [key, 100]));
  const facts = { state: empty, streams: { tracks: byKey(tracks) }, whole: { viewersBefore: () => before } };
  return factorOfViewers(facts as unknown as RuleInput, START - 1_000);
}

test.each<[string, number, number, string | undefined]>([
  ['viewers of one application have left', 40, 102, 'live'],
  ['viewers of all streams have left', 40, 41, undefined],
  ['an application lost no more than streams do by themselves', 90, 100, undefined],
])('whose viewers are lost: %s', (_, live, news, name) => {
  expect(factor(live, news)?.values.map(({ value }) => value)).toEqual(name && [name]);
});
