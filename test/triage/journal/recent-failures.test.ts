import { expect, test } from 'vitest';
import { recentFailures } from '../../../src/triage/journal/recent-failures.ts';
import { type Said, START, saying } from '../support.ts';

const MINUTE = 60;

/** What is found at the end of these lines, by seconds after the start: entries, objects, beginning, whether it is more. */
const found = (lines: readonly Said[]) =>
  recentFailures(saying(lines)).map((one) => {
    return [one.count, one.objects.length, (one.since - START) / 1_000, one.isMore];
  });

/** The same failure on so many servers in turn, every ten seconds from the tenth minute on. */
const refused = (servers: number, times = 8, message = 'Handshake refused') =>
  Array.from(
    { length: times },
    (_, n): Said => [10 * MINUTE + 10 * n, `Server: origin-${1 + (n % servers)}`, message],
  );
const opening: Said = [0, 'Stream: a', 'Keyframe interval 2.0 s'];

/** The same failure before that: each two minutes on so many servers. */
const earlier = (servers: number) =>
  [1, 3, 5, 7].flatMap((minute) =>
    [0, 1, 2]
      .slice(0, servers)
      .map((n): Said => [MINUTE * minute + n, `Server: old-${n}`, 'Handshake refused']),
  );

test.each<[what: string, lines: readonly Said[], expected: readonly unknown[]]>([
  ['a new failure on several objects', [opening, ...refused(4)], [[8, 4, 600, true]]],
  ['one of few objects before', [opening, ...earlier(1), ...refused(8)], [[8, 8, 600, true]]],
  ['one of as many objects before', [opening, ...earlier(3), ...refused(8)], [[8, 8, 600, false]]],
  ['one that came before, of few objects now', [opening, ...earlier(1), ...refused(5)], [[8, 5, 600, false]]],
  ['one of two objects', [opening, ...refused(2)], []],
  ['too few entries', [opening, ...refused(5, 5)], []],
  ['an everyday message', [opening, ...refused(4, 8, 'Heartbeat answered')], []],
  ['nothing is known of the time before', refused(4), []],
])('failures of several objects, and whether they are more than before: %s', (_, lines, expected) => {
  expect(found(lines)).toEqual(expected);
});

test('a failure began with its first entry after a pause of minutes', () => {
  const before: Said = [100, 'Server: origin-1', 'Handshake refused'];
  expect(found([opening, before, ...refused(4, 30)])[0]?.[2]).toBe(600);
});
