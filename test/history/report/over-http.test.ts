import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { defaultRetention } from '../../../src/history/retention.ts';
import { createHistoryWriter } from '../../../src/history/writer.ts';
import { drawnIncidents, type IncidentSource } from '../../../src/simulator/incidents/source.ts';
import { scenarios } from '../../../src/simulator/scenarios.ts';
import type { Span, Story } from '../../../src/simulator/story.ts';
import { accelerated } from '../../bench/inside/accelerated.ts';
import { runCommand } from '../../cli/run-command.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { openTestHistory } from '../rig.ts';

/**
 * A scripted quarter of an hour over real HTTP, read back by `sessions` and `report`. The truth comes from the script and from the
 * simulated cluster, never from what was recorded.
 */
const START = Date.UTC(2026, 9, 24, 12);
const [SECONDS, STEP_S] = [960, 4];
/** Nobody watches, and the recorder starts anew. */
const unwatched = { start: 800, end: 920 };

const blips = [300, 500].map((start) => ({ start, end: start + 2 }));
const outage = { start: 360, end: 600 };
const silent = { start: 350, end: 480 };
const gone = { start: 620, end: 740 };

const ends = (who: 'first' | 'second', { start, end }: Span) => [
  { at: start, who, message: 'Status Update: UNPUBLISHED' },
  { at: end, who, message: 'Status Update: PUBLISHED' },
];

const story: Story = {
  effects: [
    { what: 'outage', who: 'first', spans: blips, listed: true },
    { what: 'outage', who: 'second', spans: [outage], listed: false },
    { what: 'stalled', who: 'third', ...silent },
    { what: 'gone', who: 'edge', ...gone },
  ],
  lines: [...blips.flatMap((blip) => ends('first', blip)), ...ends('second', outage)],
};

const incidents: IncidentSource = {
  ...drawnIncidents,
  scenarioOf: () => ({ ...scenarios.steady, story, alwaysOn: 1, journalRate: 0.2 }),
  draw: (seed, _world, cast) => ({
    story,
    cast,
    truth: { seed, kind: 'scripted', faults: [], decoys: [], journal: 'true' },
  }),
};

interface Told {
  readonly streamKey: string;
  readonly interruptions: number;
  readonly sessions: number;
  readonly availableMs: number;
  readonly downMs: number;
  readonly absentMs: number;
  readonly unwatchedMs: number;
  readonly degradedMs: number;
  readonly peakViewers: number;
  readonly viewerMinutes: number;
  readonly viewerMinutesAtRisk: number;
  readonly spread: Readonly<
    Record<'degradedMs' | 'peakViewers' | 'viewerMinutes' | 'viewerMinutesAtRisk', number>
  >;
}

/** What the script did to a stream, while it was watched. */
interface Truth {
  viewerMinutes: number;
  /** Without a byte. */
  silentMinutes: number;
  peak: number;
}

/** Plays the script; the recorder is away once. */
async function play() {
  const path = join(await mkdtemp(join(tmpdir(), 'castwatch-http-')), 'history.db');
  const clock = new ManualClock(START);
  const stack = await accelerated(
    { incident: 1, incidents, startAt: START, servers: 10, streams: 24 },
    clock,
  );
  const record = async () => {
    const writer = createHistoryWriter(await openTestHistory(path), { clock, retention: defaultRetention });
    const off = stack.store.subscribe((state) => writer.take(state, stack.triage.getState()));
    return async () => {
      off();
      await writer.close();
    };
  };
  let stop = await record();
  stack.monitor.start();
  const { cast, table, layout } = stack.world.model;
  const key = (who: 'first' | 'second' | 'third') => {
    const [index = -1] = cast.streams[who];
    return table.keys[index] ?? '';
  };
  const third = key('third');
  const truths = new Map<string, Truth>();
  const totals: number[] = [];
  for (let second = 0; second < SECONDS; second += STEP_S) {
    if (second === unwatched.start) await stop();
    if (second === unwatched.end) stop = await record();
    await stack.step(STEP_S * 1_000);
    const { totalViewers, viewers } = stack.world.frame();
    totals.push(totalViewers);
    if (isIn(unwatched, second)) continue;
    for (let index = 0; index < table.publishers; index++) {
      const name = table.keys[index] ?? '';
      const own = truths.get(name) ?? { viewerMinutes: 0, silentMinutes: 0, peak: 0 };
      const watching = viewers[index] ?? 0;
      own.viewerMinutes += (watching * STEP_S) / 60;
      if (name === third && isIn(silent, second)) own.silentMinutes += (watching * STEP_S) / 60;
      own.peak = Math.max(own.peak, watching);
      truths.set(name, own);
    }
  }
  await stop();
  await stack.close();
  const edge = layout.servers[cast.servers.edge[0] ?? 0]?.name;
  return { path, truths, totals, edge, keys: { first: key('first'), second: key('second'), third } };
}

function isIn({ start, end }: Span, second: number): boolean {
  return second >= start && second < end;
}

let played: Awaited<ReturnType<typeof play>>;
beforeAll(async () => {
  played = await play();
});

async function ask(command: string, ...more: string[]): Promise<string> {
  const period = ['--since', '2026-10-24 12:00', '--until', '2026-10-24 12:16'];
  const { stdout, stderr, code } = await runCommand([command, '--file', played.path, ...period, ...more], {});
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  return stdout;
}

/** What `sessions` says of each stream, by its key. */
async function saidOfStreams(): Promise<ReadonlyMap<string, Told>> {
  const { streams } = JSON.parse(await ask('sessions', '--format', 'json'));
  return new Map(streams.map((told: Told) => [told.streamKey, told]));
}

async function saidOf(who: keyof typeof played.keys): Promise<Told> {
  const told = (await saidOfStreams()).get(played.keys[who]);
  if (!told) throw new Error(`nothing is said of ${who}`);
  return told;
}

/** Ms that a thousandth of the watched time may be wrong. */
const THOUSANDTH_MS = SECONDS - (unwatched.end - unwatched.start);

test('time down is that of the script, to a thousandth, and each outage is one interruption', async () => {
  const seconds = { first: 4, second: 240, third: 0 };
  const interruptions = { first: 2, second: 1, third: 0 };
  for (const who of ['first', 'second', 'third'] as const) {
    const { downMs, absentMs, ...told } = await saidOf(who);
    expect(Math.abs(downMs - seconds[who] * 1_000)).toBeLessThanOrEqual(THOUSANDTH_MS);
    expect({ absentMs, ...told }).toMatchObject({ absentMs: 0, interruptions: interruptions[who] });
  }
});

test('the time in which nobody watched is neither up nor down', async () => {
  for (const told of (await saidOfStreams()).values()) {
    const rest = 3_600 - SECONDS + unwatched.end - unwatched.start;
    expect(Math.abs(told.unwatchedMs / 1_000 - rest)).toBeLessThan(8);
    expect(told.availableMs + told.downMs + told.absentMs + told.unwatchedMs).toBeCloseTo(3_600_000, -1);
  }
});

test('viewer minutes and peaks of every stream are those of the cluster, or in the printed range', async () => {
  const streams = await saidOfStreams();
  expect(streams.size).toBe(played.truths.size);
  for (const [name, truth] of played.truths) {
    const { viewerMinutes, peakViewers, spread } = streams.get(name) as Told;
    const apart = Math.abs(viewerMinutes - truth.viewerMinutes) - spread.viewerMinutes;
    // It may lie between two sweeps.
    expect(Math.abs(peakViewers - truth.peak)).toBeLessThanOrEqual(0.1 * truth.peak + 2);
    expect(apart / truth.viewerMinutes).toBeLessThan(0.001);
  }
});

test('a silent publisher is degraded, and its viewers are at risk, for as long as it is silent', async () => {
  const { viewerMinutesAtRisk, degradedMs, spread } = await saidOf('third');
  const truth = played.truths.get(played.keys.third)?.silentMinutes ?? 0;
  // Viewers with a poor connection are at risk at any time, too.
  expect(viewerMinutesAtRisk + spread.viewerMinutesAtRisk).toBeGreaterThan(truth);
  const apart = Math.abs(degradedMs - 1_000 * (silent.end - silent.start));
  expect(apart).toBeLessThanOrEqual(spread.degradedMs);
});

test('the report names the lost edge, when it was away, and that the others took over', async () => {
  const { summary } = JSON.parse(await ask('report', '--format', 'json'));
  const second = (at: number) => (at - START) / 1_000;
  expect(summary.problem).toMatchObject({ kind: 'server-gone', subject: { name: played.edge } });
  expect(Math.abs(second(summary.since) - gone.start)).toBeLessThanOrEqual(5);
  expect(Math.abs(second(summary.problem.clearedAt) - gone.end)).toBeLessThanOrEqual(15);
});

test('the timeline has each stream that went down and came back, by name and to the second', async () => {
  const report = await ask('report');
  const { first, second } = played.keys;
  for (const line of [
    `12:05:00 **${first}** down`,
    `12:05:02 **${first}** published`,
    `12:06:00 **${second}** down`,
    `12:10:00 **${second}** published`,
  ])
    expect(report).toContain(line);
});
