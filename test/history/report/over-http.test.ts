import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/history/report/report.ts';
import type { SessionPeriods } from '../../../src/history/sessions/availability.ts';
import { runCommand } from '../../cli/run-command.ts';
import { wrongFigures, wrongOf } from '../sessions/wrong-figures.ts';
import {
  type Happening,
  happenings,
  loss,
  lossOf,
  namedChanges,
  type Recorded,
  recordStory,
  START,
  truthOf,
} from './http-story.ts';

interface Told {
  readonly story: Recorded;
  readonly sessions: SessionPeriods;
  readonly report: Report;
  readonly markdown: string;
}

/** Plays the story once, and asks for the figures. */
async function play(): Promise<Told> {
  const story = await recordStory();
  const file = ['--file', story.path, '--since', '2025-10-24 12:00', '--until', '2025-10-24 12:17:10'];
  const said = async (...args: string[]) => (await runCommand([...args, ...file], {})).stdout;
  const problem = ['report', '--problem', `server-gone:${story.edge}`];
  return {
    story,
    sessions: JSON.parse(await said('sessions', '--format', 'json')),
    report: JSON.parse(await said(...problem, '--format', 'json')),
    markdown: await said(...problem),
  };
}

let played: Promise<Told> | undefined;
const told = () => (played ??= play());

/** Seconds of the script. */
const secondOf = (at: number | undefined) => ((at ?? Number.NaN) - START) / 1_000;

describe('what a story over HTTP with a skewed clock, a restart and a gap in watching was, sessions says', () => {
  test.each(Object.entries<Happening>(happenings))('%s', async (_what, happening) => {
    const { story, sessions } = await told();
    const key = story.keyOf(happening.who);
    const said = sessions.streams.filter(({ streamKey }) => streamKey === key);
    expect(said).toHaveLength(1);
    expect(said.flatMap((one) => wrongFigures(truthOf(happening, story, key), one))).toEqual([]);
  });

  test('each stream that nothing happened to was up all the time, with its viewers', async () => {
    const { story, sessions } = await told();
    const eventful = new Set(Object.values<Happening>(happenings).map(({ who }) => story.keyOf(who)));
    const calm = sessions.streams.filter(({ streamKey = '' }) => !eventful.has(streamKey));
    expect(calm.length).toBeGreaterThan(10);
    const wrong = calm.flatMap((one) => {
      const { streamKey = '' } = one;
      return wrongFigures(truthOf({}, story, streamKey), one).map((each) => `${streamKey}: ${each}`);
    });
    expect(wrong).toEqual([]);
  });

  test('the time watched is the basis', async () => {
    const { story, sessions } = await told();
    const { up } = truthOf({}, story, '');
    expect(wrongOf({ watched: [up, sessions.basis.watchedMs / 1_000, 0, up] })).toEqual([]);
    expect(sessions.basis.outageMs).toBe(0);
  });
});

describe('what the loss of an edge was, report says', () => {
  test('what and who', async () => {
    const { story, report, markdown } = await told();
    expect(report.summary?.problem.key).toBe(`server-gone:${story.edge}`);
    expect(report.summary?.roles).toEqual(['edge']);
    expect(markdown).toMatch(/\*\*What:\*\* Server outage: /);
    expect(markdown).toContain(`**Culprit:** server ${story.edge} (edge, group `);
  });

  test('since and until: it is reported to have cleared 10 s after it came back', async () => {
    const { report } = await told();
    const { since, clearedAt } =
      report.problems.find(({ key }) => key.startsWith('server-gone')) ?? expect.fail();
    expect(Math.abs(secondOf(since.at) - loss.start)).toBeLessThanOrEqual(2);
    expect(secondOf(clearedAt) - loss.end).toBeGreaterThan(0);
    expect(secondOf(clearedAt) - loss.end).toBeLessThanOrEqual(14);
  });

  test('lost viewers, the most at a time and in viewer-minutes', async () => {
    const { story, report } = await told();
    const { lost, bill, since, until } = report.summary ?? expect.fail();
    const truth = lossOf(story, secondOf(until));
    expect(Math.abs(secondOf(since) - loss.start)).toBeLessThanOrEqual(2);
    expect(Math.abs(secondOf(lost?.peakAt) - loss.start)).toBeLessThanOrEqual(2);
    expect(
      wrongOf({
        normal: [truth.normal, lost?.normal ?? 0, 0, truth.normal],
        peak: [truth.peak, lost?.peak ?? 0, 0, truth.normal],
        now: [story.totals.at(-1) ?? 0, lost?.now ?? 0, 0, truth.normal],
      }),
    ).toEqual([]);
    const { viewerMinutes, objects } = bill ?? expect.fail();
    expect(Math.abs(viewerMinutes - truth.viewerMinutes)).toBeLessThanOrEqual(truth.viewerMinutes / 10);
    expect(objects[0]?.object).toEqual({ kind: 'server', name: 'edge-fra-1' });
    expect(objects.reduce((sum, one) => sum + one.viewerMinutes, 0)).toBeCloseTo(viewerMinutes, 0);
  });

  test('the streams that went down and came up, each by name and to the second of our clock', async () => {
    const { story, report } = await told();
    const named = namedChanges(story);
    const said = report.streams.map(({ stream, isUp }) => ({ stream, isUp }));
    const order = (a: object, b: object) => JSON.stringify(a).localeCompare(JSON.stringify(b));
    expect(said.toSorted(order)).toEqual(named.map(({ stream, isUp }) => ({ stream, isUp })).toSorted(order));
    report.streams.forEach(({ at }, index) => {
      expect(Math.abs(secondOf(at) - (named[index]?.second ?? 0))).toBeLessThanOrEqual(1);
    });
  });
});
