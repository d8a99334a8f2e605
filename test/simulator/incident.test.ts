import { expect, test } from 'vitest';
import { incidentTimes } from '../../src/simulator/incident.ts';
import { type Part, type Span, STORY_CYCLE_S } from '../../src/simulator/story.ts';
import { World } from '../../src/simulator/world.ts';
import { isLong } from '../support/long.ts';
import { ManualClock } from '../support/manual-clock.ts';

const seeds = isLong ? [1, 2, 3, 4] : [1];

function told(seed: number) {
  const clock = new ManualClock();
  const world = new World({ seed, scenario: 'incident', clock });
  const one = (part: Part) => world.playing(part)[0] as string;
  const names = {
    transcoderServer: one('transcoder'),
    edgeServer: one('edge'),
    flapping: [one('first'), one('second')],
    zombie: one('third'),
  } as const;
  const at = (second: number) => clock.advance(second * 1000 - world.elapsed);
  return { world, names, at };
}

test('each part of the incident is in the journal, and the incident repeats', async () => {
  const { world, names, at } = told(1);
  for (const round of [0, 1]) {
    await at(round * STORY_CYCLE_S + 480);
    const since = world.now() - 480_000;
    const lines = world.journal.newest(0, 5_000).filter((e) => e.createDate >= since);
    const about = (object: string, message: RegExp) =>
      lines.filter((e) => e.objectName === object && message.test(e.message)).length;
    expect(about(`Server: ${names.transcoderServer}`, /lost/)).toBe(1);
    expect(about(`Server: ${names.edgeServer}`, /above 95/)).toBe(1);
    expect(about(`Stream: ${names.flapping[0]}`, /PUBLISHED/)).toBeGreaterThanOrEqual(6);
    expect(about(`Stream: ${names.flapping[1]}`, /PUBLISHED/)).toBeGreaterThanOrEqual(6);
    expect(about(`Stream: ${names.zombie}`, /No media received/)).toBe(2);
  }
});

test.each(seeds)('the journal agrees with the incident (seed %i)', async (seed) => {
  const { world, names, at } = told(seed);
  await at(STORY_CYCLE_S - 1);
  const { startAt } = world.model;
  const during = ({ start, end }: Span) => {
    const from = startAt + start * 1000;
    const to = startAt + end * 1000;
    return world.journal.newest(0, 20_000).filter((e) => e.createDate >= from && e.createDate < to);
  };
  const outage = during(incidentTimes.transcoderGone);
  expect(outage.some(({ message }) => message.startsWith('Heartbeat answered'))).toBe(true);
  for (const { objectName, message } of outage) {
    if (objectName === `Server: ${names.transcoderServer}`) expect(message).not.toMatch(/Heartbeat answered/);
    expect(message).not.toMatch(/re-evaluated, no change/);
  }
  for (const { objectName, message } of during(incidentTimes.zombie))
    if (objectName === `Stream: ${names.zombie}`) expect(message).toMatch(/^No media received/);
});
