import { expect, test } from 'vitest';
import { endedInJournal } from '../../../src/triage/journal/ended-streams.ts';
import { type Said, START, saying } from '../support.ts';

/** What the journal says of the streams a and b, which origin-1 published; by seconds after the start. */
function ends(lines: readonly Said[], opening: readonly Said[] = []) {
  const state = saying([...opening, ...lines]);
  const known = opening.map(([, , message]) => message);
  const templates = new Map(
    lines.map(([s, object, message]) => [
      `${object.split(':')[0]}: ${message}`,
      { count: 1, first: START + 1_000 * s, last: START, opening: known.includes(message) },
    ]),
  );
  const answer = endedInJournal(
    { ...state, journal: { ...state.journal, templates } },
    { keys: new Set(['a', 'b']), servers: ['origin-1'], from: START },
  );
  const seconds = (at: number) => (at - START) / 1_000;
  return {
    failed: answer.failedSince && seconds(answer.failedSince),
    ended: Object.fromEntries([...answer.endedAt].map(([key, at]) => [key, seconds(at)])),
  };
}

const refused = (at: number, object = 'Server: origin-1'): Said => [at, object, 'Handshake refused: expired'];

test.each<[what: string, lines: readonly Said[], failed: number | undefined, ended: object]>([
  ['new failures of their server', [refused(5), refused(9), refused(30)], 5, {}],
  ['fewer failures than several', [refused(5), refused(9)], undefined, {}],
  ['failures of another server', [5, 9, 30].map((at) => refused(at, 'Server: origin-2')), undefined, {}],
  [
    'ends of streams, the newest of each',
    [
      [2, 'Stream: a', 'Status Update: UNPUBLISHED'],
      [8, 'Stream: a', 'Publisher disconnected'],
      [9, 'Stream: b', 'Status Update: UNPUBLISHED'],
      [10, 'Stream: c', 'Status Update: UNPUBLISHED'],
    ],
    undefined,
    { a: 8, b: 9 },
  ],
  ['viewers who leave', [[3, 'Stream: a', 'Viewer disconnected after 20 s']], undefined, {}],
  ['what was before', [[-3, 'Stream: a', 'Status Update: UNPUBLISHED']], undefined, {}],
])('when streams ended, by the journal: %s', (_, lines, failed, ended) => {
  expect(ends(lines)).toEqual({ failed, ended });
});

test('a failure that the journal knew at the first look dates nothing', () => {
  expect(ends([refused(5), refused(9), refused(30)], [refused(-600)]).failed).toBeUndefined();
});
