import { expect, test } from 'vitest';
import { measuredScore } from '../../src/cluster/figures.ts';
import { hasBadHealth, isPublished, silenceOf, viewersAtRisk } from '../../src/triage/stream-health.ts';

test.each([
  [{ healthScore: 30, healthGrade: 'Bad', viewerCount: 200 }, 30, true, 140],
  [{ healthScore: 0, healthGrade: 'Bad', viewerCount: 5 }, 0, true, 5],
  [{ healthScore: 53, healthGrade: 'Very Bad', viewerCount: 100 }, 53, true, 47],
  [{ healthGrade: 'Bad', viewerCount: 100 }, undefined, true, undefined],
  [{ healthScore: 49, viewerCount: undefined }, 49, true, undefined],
  [{ healthScore: 51, viewerCount: 100 }, 51, false, 49],
  [{ healthScore: 100, healthGrade: 'Very Good', viewerCount: 200 }, 100, false, 0],
  [{ healthScore: 10, healthGrade: 'Bad', state: 'CLOSING' }, 10, false, undefined],
  // The score of `No Data` is 0 and means nothing; its viewers see no picture.
  [{ healthScore: 0, healthGrade: 'No Data', viewerCount: 7 }, undefined, false, 7],
  [{}, undefined, false, undefined],
])('%j has the score %s, is sick: %s, and has %s viewers at risk', (stream, score, bad, risk) => {
  expect(measuredScore(stream)).toBe(score);
  expect(hasBadHealth(stream, 50)).toBe(bad);
  expect(viewersAtRisk(stream)).toBe(risk);
});

test.each([
  ['PUBLISHED', 0, true],
  ['published', 0, true],
  [undefined, 0, true],
  ['Unpublished', 9, false],
  ['CLOSED', 9, false],
  // The API lists no states: a word that nobody knows tells less than viewers.
  ['LIVE', 9, true],
  ['LIVE', 0, false],
])('a stream with the state %s and %i viewers is published: %s', (state, viewerCount, published) => {
  expect(isPublished({ state, viewerCount, inBandwidth: 0 })).toBe(published);
  expect(hasBadHealth({ state, viewerCount, healthScore: 3 }, 50)).toBe(published);
});

test.each([
  [{ healthGrade: 'No Data', viewerCount: 3, state: 'PUBLISHED' }, 'no data'],
  [{ healthGrade: 'Good', viewerCount: 3, inBandwidth: 0, outBandwidth: 0 }, 'no bytes in'],
  [{ healthGrade: 'Good', viewerCount: 3, inBandwidth: 5, outBandwidth: 0 }, 'no bytes out'],
  [{ healthGrade: 'No Data', viewerCount: 0 }, undefined],
  [{ healthGrade: 'No Data', viewerCount: 3, state: 'UNPUBLISHED' }, undefined],
  [{ healthGrade: 'Good', viewerCount: 3 }, undefined],
])('%j is silent: %j', (stream, silence) => {
  expect(silenceOf(stream)).toBe(silence);
  if (silence) expect(viewersAtRisk({ ...stream, healthScore: 95 })).toBe(3);
});
