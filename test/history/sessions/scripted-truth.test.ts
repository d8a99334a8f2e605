import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/base/durations.ts';
import { hash } from '../../../src/simulator/rng.ts';
import { isLong } from '../../support/long.ts';
import { samplePeriod } from '../../support/sample-period.ts';
import { play, playFor, type Script, type ScriptedStream, truthOf, wrongFigures } from './scripted-truth.ts';

const HOUR = 3_600;
const news = (changes: Partial<ScriptedStream> = {}): ScriptedStream => ({
  key: 'news',
  viewers: 300,
  outages: [],
  ...changes,
});
const script = (stream: ScriptedStream, changes: Partial<Script> = {}): Script => ({
  seconds: HOUR,
  streams: [stream],
  hasJournal: true,
  ...changes,
});
const outage = (from: number, seconds: number) => ({ from, to: from + seconds });

type Case = readonly [what: string, of: Script];
/** Down for so long in a history of so many hours. */
const downFor = (seconds: number, hours: number, hasJournal: boolean): Case => [
  `down for ${seconds} s, journal: ${hasJournal}`,
  script(news({ outages: [outage(1_817, seconds)] }), { hasJournal, seconds: hours * HOUR }),
];

/** What `drawnScript` does not draw. */
const cases: readonly Case[] = [
  downFor(690, 2, false),
  ...(isLong ? [downFor(HOUR, 2, false), downFor(6 * HOUR, 8, true)] : []),
  ['moves to another application', script(news({ movesAt: 1_817 }))],
  [
    'flaps each minute for 40 min',
    script(news({ outages: Array.from({ length: 40 }, (_, minute) => outage(60 * minute + 617, 25)) }), {
      hasJournal: false,
    }),
  ],
  ['down at the end', script(news({ outages: [outage(1_800, HOUR)] }))],
  ['a publisher without a byte for 5.5 min', script(news({ silent: [outage(1_817, 330)] }))],
  [
    'restarts while it is down',
    script(news({ outages: [outage(1_817, 900)] }), { stopped: [outage(2_000, 40)] }),
  ],
  ...[2_500, 3_500].map(
    (back) =>
      [
        `the list cannot be read, the program restarts at 3,000 s, back at ${back} s, down again`,
        script(news(), {
          seconds: 2 * HOUR,
          // The journal goes on about another one.
          streams: [
            news({ outages: [outage(600, 20), { from: 1_810, to: back }, outage(3_700, 100)] }),
            news({ key: 'other', outages: [outage(2_900, 10)] }),
          ],
          unread: [outage(1_870, 2_160)],
          stopped: [outage(2_980, 20)],
        }),
      ] as const,
  ),
  [
    'other viewers shortly before it is down',
    script(news({ outages: [outage(1_817, 330)], levels: [{ from: 1_801, viewers: 900 }] })),
  ],
  [
    'most of its viewers while the list cannot be read',
    script(news({ viewers: 900, levels: [{ from: 2_300, viewers: 50 }] }), {
      seconds: 2 * HOUR,
      unread: [outage(1_510, 890)],
    }),
  ],
  [
    'down while nobody watches, and after it',
    script(news({ outages: [outage(2_000, 900)] }), { stopped: [outage(1_800, 600)] }),
  ],
];

/** What is wrong in what is said of the streams of a script. */
async function wrongIn(of: Script): Promise<readonly string[]> {
  const { streams } = await play(of);
  expect(streams).toHaveLength(of.streams.length);
  return of.streams.flatMap((stream) => {
    const told = streams.find(({ streamKey }) => streamKey === stream.key);
    return told ? wrongFigures(truthOf(of, stream), told) : ['no stream'];
  });
}

test.each(cases)('the figures are those of the script: %s', async (_what, of) => {
  expect(await wrongIn(of)).toEqual([]);
});

/**
 * Two hours of one stream with other viewers every few minutes, outages of any length, and often some minutes in which the
 * list cannot be read or nobody watches. Without a journal, sweeps must see each outage: none is near another.
 */
function drawnScript(seed: number): Script {
  let drawn = 0;
  const draw = (from: number, to: number) => from + Math.floor((hash(seed, ++drawn) / 2 ** 32) * (to - from));
  const times = (first: number, next: () => number) => {
    const all = [];
    for (let at = first; at < 2 * HOUR - 100; at += next()) all.push(at);
    return all;
  };
  const hasJournal = draw(0, 2) === 0;
  const apart = hasJournal ? ([40, 90, 600, 1_800][draw(0, 4)] ?? 0) : 2_400;
  const outages = times(draw(100, 2 * apart), () => draw(apart, 3 * apart)).map((from) => ({
    ...outage(from, draw(2, apart - 20)),
    isClean: hasJournal && draw(0, 5) === 0,
  }));
  const levels = times(draw(60, 600), () => draw(130, 1_500)).map((from) => ({
    from,
    viewers: draw(50, 1_000),
  }));
  const once = (from: number, seconds: number) => (draw(0, 2) === 0 ? [outage(from, seconds)] : []);
  return {
    ...script(news({ outages, levels, copies: draw(0, 3) === 0 ? ['live', 'edge-1'] : ['live'] })),
    seconds: 2 * HOUR,
    hasJournal,
    unread: once(draw(600, 3_000), draw(100, 1_500)),
    stopped: once(20 * draw(200, 300), 20 * draw(4, 50)),
  };
}

test('in any world the truth is in the ranges', { timeout: 300_000 }, async () => {
  for (let seed = 1; seed <= (isLong ? 300 : 3); seed++) {
    const wrong = await wrongIn(drawnScript(seed));
    // Of several interruptions and ends in time that nobody saw, some stay unknown.
    expect([seed, wrong.filter((words) => !/^(?:interruptions|sessions):/.test(words))]).toEqual([seed, []]);
  }
});

test.each([true, false])(
  'a server whose clock is up to an hour off changes no figure, journal: %s',
  async (hasJournal) => {
    const outages = [outage(617, 9 * 60), outage(2_003, 30)];
    const under = (skew: number) => play(script(news({ outages }), { hasJournal, skew, seconds: HOUR }));
    const right = await under(0);
    for (const skew of isLong ? [-3_600, -1_800, -7, 1_801, 3_600] : [-3_600])
      expect(await under(skew)).toEqual(right);
  },
);

test('eight streams on three applications, lost once, are eight rows with eight interruptions', async () => {
  const streams = Array.from({ length: 8 }, (_, index) =>
    news({ key: `event-${index}`, copies: ['live', 'edge-1', 'edge-2'], outages: [outage(1_817, 400)] }),
  );
  for (const hasJournal of [true, false]) {
    const told = await play({ seconds: HOUR, streams, hasJournal });
    const rows = told.streams.map(({ copies, sessions, interruptions, viewerMinutes, peakViewers = 0 }) => {
      const isPeak = peakViewers > 200 && peakViewers < 300.3;
      return `${[...copies].sort()}: ${sessions} ${interruptions} ${viewerMinutes > 0} ${isPeak}`;
    });
    expect(rows).toEqual(Array(8).fill('edge-1,edge-2,live: 1 1 true true'));
  }
});

test('a long absence counts as down, ends the stream or was planned, as the agreement says', async () => {
  const of = script(news({ outages: [outage(1_800, HOUR)] }), { seconds: 2 * HOUR });
  const told = await playFor(of);
  const said = (['counts', 'ends', 'planned'] as const).map((meaning) => {
    const [{ available, downMs, absentMs, sessions, interruptions } = samplePeriod('none')] =
      told(meaning).streams;
    return [available?.most, downMs / MINUTE_MS, absentMs / MINUTE_MS, sessions, interruptions].join(' ');
  });
  expect(said).toEqual(['0.5 60 0 1 1', '1 0 60 2 0', '1 0 60 1 0']);
});
