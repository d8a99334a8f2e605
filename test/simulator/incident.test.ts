import { expect, test } from 'vitest';
import { dashboardOf } from '../../src/simulator/dashboard.ts';
import { incidentTimes } from '../../src/simulator/incident.ts';
import { type Part, type Span, STORY_CYCLE_S } from '../../src/simulator/story.ts';
import { World } from '../../src/simulator/world.ts';
import { isLong } from '../support/long.ts';
import { ManualClock } from '../support/manual-clock.ts';

const seeds = isLong ? [1, 2, 3, 4] : [1];

type Json = ReturnType<typeof JSON.parse>;

async function told(seed: number) {
  const clock = new ManualClock();
  const world = new World({ seed, scenario: 'incident', clock });
  const one = (part: Part) => world.playing(part)[0] as string;
  const names = {
    transcoderServer: one('transcoder'),
    edgeServer: one('edge'),
    flapping: [one('first'), one('second')],
    zombie: one('third'),
  } as const;
  const at = async (second: number): Promise<{ d: Json; stream: (key: string) => Json }> => {
    await clock.advance(second * 1000 - world.elapsed);
    const d = JSON.parse(JSON.stringify(dashboardOf(world)));
    const stream = (key: string) => {
      const listed = Array.from(world.streams.select({ search: key }), (row) => world.streams.item(row));
      return listed.find(({ streamKey, type }) => streamKey === key && type !== 'CLUSTER_STREAM');
    };
    return { d, stream };
  };
  return { world, names, at };
}

test.each(seeds)('a transcoder vanishes, the others fill up, and it comes back (seed %i)', async (seed) => {
  const { names, at } = await told(seed);
  const { start, end } = incidentTimes.transcoderGone;
  const there = (d: Json) => d.topology.some((s: Json) => s.serverName === names.transcoderServer);
  expect(there((await at(start - 2)).d)).toBe(true);
  for (let second = start; second < end; second += 10) {
    const { d } = await at(second);
    expect(there(d)).toBe(false);
    expect(d.appGroupStats.transcode.total).toBe(2);
    const { value, limit } = d.transcodeStats.total;
    if (second >= start + 10) expect(value / limit).toBeGreaterThan(0.95);
  }
  const { d } = await at(end);
  expect(there(d)).toBe(true);
  expect(d.transcodeStats.total.value / d.transcodeStats.total.limit).toBeLessThan(0.9);
});

test.each(seeds)('an edge fills up, and its viewers suffer but not its streams (seed %i)', async (seed) => {
  const { names, at } = await told(seed);
  const { start, end } = incidentTimes.edgeSaturated;
  const use = (d: Json) => {
    const { serverStats } = d.topology.find((s: Json) => s.serverName === names.edgeServer);
    return { out: serverStats.outBandwidth.usage / serverStats.outBandwidth.cap, cpu: serverStats.cpuUsage };
  };
  expect(use((await at(start)).d).out).toBeLessThan(0.75);
  for (let second = start + 60; second <= end - 30; second += 20) {
    const { d } = await at(second);
    expect(use(d).out).toBeGreaterThan(0.95);
    expect(use(d).cpu).toBeGreaterThan(85);
    expect(d.viewerHealthSummary.series[2] / d.viewersStats.total.value).toBeGreaterThan(0.15);
    expect(d.streamHealthSummary.series[2]).toBe(0);
    const others = d.topology.filter((s: Json) => s.serverName !== names.edgeServer);
    for (const s of others) expect(s.serverStats.cpuUsage).toBeLessThan(80);
  }
  expect(use((await at(end + 2)).d).out).toBeLessThan(0.75);
});

test('two streams flap: younger start times, three or more within ten minutes', async () => {
  const { names, at } = await told(1);
  for (const [i, key] of names.flapping.entries())
    expect([i, (await at(0)).stream(key).state]).toEqual([i, 'PUBLISHED']);
  const starts = [new Set<number>(), new Set<number>()];
  const states = new Set<string>();
  for (let second = 2; second < 600; second += 2) {
    const { stream } = await at(second);
    names.flapping.forEach((key, i) => {
      starts[i]?.add(stream(key).startTime);
      states.add(stream(key).state);
    });
  }
  expect(starts.map((s) => s.size - 1)).toEqual([
    incidentTimes.flapping.first.length,
    incidentTimes.flapping.second.length,
  ]);
  expect([...states].sort()).toEqual(['PUBLISHED', 'UNPUBLISHED']);
});

test('one stream becomes a zombie: published with bytes that do not grow, until it connects again', async () => {
  const { names, at } = await told(1);
  const { start, end } = incidentTimes.zombie;
  const before = (await at(start - 2)).stream(names.zombie);
  const bytes = (await at(start + 2)).stream(names.zombie).inTotalBytes;
  expect(bytes).toBeGreaterThan(before.inTotalBytes);
  for (let second = start + 10; second < end; second += 20) {
    const { stream } = await at(second);
    expect(stream(names.zombie)).toMatchObject({ state: 'PUBLISHED', inTotalBytes: bytes, inBandwidth: 0 });
  }
  const healed = (await at(end + 10)).stream(names.zombie);
  expect(healed.startTime).toBeGreaterThan(before.startTime);
  expect(healed.inBandwidth).toBeGreaterThan(0);
});

test('each part of the incident is in the journal, and the incident repeats', async () => {
  const { world, names, at } = await told(1);
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
  const { world, names, at } = await told(seed);
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
