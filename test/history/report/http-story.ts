import { defaultRetention } from '../../../src/history/retention.ts';
import { createHistoryWriter } from '../../../src/history/writer.ts';
import { scenarios } from '../../../src/simulator/scenarios.ts';
import { PUBLISHED } from '../../../src/simulator/schedule.ts';
import type { Effect, Span, Story, StreamPart } from '../../../src/simulator/story.ts';
import { journalReach } from '../../../src/triage/memory/journal.ts';
import { mergeThresholds } from '../../../src/triage/thresholds.ts';
import { watching } from '../../bench/inside/accelerated.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { drawnIncidents, type IncidentSource } from '../../world/incidents/source.ts';
import { startSimulator } from '../../world/start.ts';
import { historyPath, openTestHistory } from '../rig.ts';
import type { TrueFigures } from '../sessions/wrong-figures.ts';

/** A full hour, so that the figures of the hour are those of the story. */
export const START = Date.UTC(2025, 9, 24, 12);
const SECONDS = 1_030;
const STEP_S = 2;
/** The clock stands still until all answers are there, so their times are true to this, ms. */
const ANSWERS_MS = 1_000;
const HOUR_S = 3_600;
/** The clock of the servers is half an hour ahead. */
const SKEW_S = 1_800;
/** The program does not run: a restart, and a gap in watching. */
const stopped: readonly Span[] = [
  { start: 440, end: 460 },
  { start: 830, end: 970 },
];
/** The recorder takes shorter breaks as watched. */
const SHORTEST_GAP_S = 60;
/** An edge leaves, and three tenths of all viewers with it. */
export const loss = { start: 520, end: 760 };

/** What happens to one stream, in seconds since the start. */
export interface Happening {
  readonly who: StreamPart;
  readonly down?: readonly Span[];
  /** The journal names the ends and beginnings. */
  readonly isNamed?: boolean;
  readonly isClean?: boolean;
  readonly silent?: Span;
  /** Applications that it is on. */
  readonly copies?: number;
}

export const happenings = {
  'three blips of 2 s, the last while nobody watches': {
    who: 'first',
    down: [80, 380, 880].map((start) => ({ start, end: start + 2 })),
    isNamed: true,
  },
  'down for 7 min, over a restart of the program': {
    who: 'second',
    down: [{ start: 80, end: 500 }],
    isNamed: true,
  },
  'a publisher without a byte for 5.5 min': { who: 'third', silent: { start: 80, end: 410 } },
  'down for 11.5 min': { who: 'hit', down: [{ start: 80, end: 770 }], isNamed: true },
  'down for 30 s, which the journal does not name': { who: 'second hit', down: [{ start: 280, end: 310 }] },
  'down for 200 s, which the journal does not name': { who: 'still hit', down: [{ start: 210, end: 410 }] },
  'ended by its publisher for 5 min': {
    who: 'planned',
    down: [{ start: 130, end: 430 }],
    isNamed: true,
    isClean: true,
  },
  'two copies that are down for 90 s': {
    who: 'second still hit',
    down: [{ start: 320, end: 410 }],
    isNamed: true,
    copies: 2,
  },
} as const satisfies Readonly<Record<string, Happening>>;

const all: readonly Happening[] = Object.values(happenings);

const effects: readonly Effect[] = all.flatMap(({ who, down, silent }): Effect[] => [
  ...(down ? [{ what: 'outage', who, spans: down, listed: false } as const] : []),
  ...(silent ? [{ what: 'stalled', who, ...silent } as const] : []),
]);

const lines = all.flatMap(({ who, down = [], isNamed = false, isClean = false }) =>
  (isNamed ? down : []).flatMap(({ start, end }) => [
    ...(isClean ? [{ at: start, who, message: 'Status Update: CLOSING' }] : []),
    { at: start, who, message: 'Status Update: UNPUBLISHED' },
    { at: end, who, message: 'Status Update: PUBLISHED' },
  ]),
);

const story: Story = {
  effects: [
    ...effects,
    { what: 'gone', who: 'edge', ...loss },
    { what: 'viewers', who: 'all', by: 0.7, ...loss },
  ],
  lines,
};

/** The cluster: audiences that stand still, and one stream for each part. */
const source: IncidentSource = {
  ...drawnIncidents,
  scenarioOf: () => ({
    ...scenarios.steady,
    streams: 24,
    story,
    alwaysOn: 1,
    journalRate: 0.2,
    daySwing: 0,
    hourSwing: 0,
  }),
  draw(seed, { table }, cast) {
    // Periods that are very long, because none may be zero.
    table.slow.fill(1e-12);
    table.quick.fill(1e-12);
    const one = (stream: number) => new Set([stream]);
    // Not the largest ones: the loss of the edge stays the worst incident.
    const own = Array.from({ length: table.publishers }, (_, stream) => stream).filter((stream) =>
      [...cast.streams.first, ...cast.streams.second, ...cast.streams.third].every((each) => each !== stream),
    );
    const [hit = 0, secondHit = 0, stillHit = 0, planned = 0, copy = 0, other = 0] = own;
    Object.assign(table.keys, { [other]: table.keys[copy] });
    return {
      story,
      cast: {
        ...cast,
        streams: {
          ...cast.streams,
          hit: one(hit),
          'second hit': one(secondHit),
          'still hit': one(stillHit),
          planned: one(planned),
          'second still hit': new Set([copy, other]),
        },
      },
      truth: { seed, kind: 'scripted', faults: [], decoys: [], journal: 'true' },
    };
  },
};

export type Recorded = Awaited<ReturnType<typeof recordStory>>;

/** What the world had in each step of the story, by stream key. */
interface Measured {
  viewerMinutes: number;
  atRisk: number;
  peak: number;
}

const isIn = (spans: readonly Span[], second: number) =>
  spans.some(({ start, end }) => second >= start && second < end);
const gaps = stopped.filter(({ start, end }) => end - start > SHORTEST_GAP_S);
const isWatched = (second: number) => !isIn(gaps, second);

/** Plays the story to the program over HTTP. The truth is what the simulated world had, never what was read. */
export async function recordStory() {
  const path = await historyPath();
  const clock = new ManualClock(START);
  const startAt = START + SKEW_S * 1_000;
  const simulator = await startSimulator({ incident: 1, incidents: source, startAt, clock });
  const { world } = simulator;
  const { cast, table, layout } = world.model;
  const begin = async () => {
    const program = watching(simulator, clock, {
      journalReach: journalReach(mergeThresholds()),
      random: () => 0.5,
    });
    const writer = createHistoryWriter(await openTestHistory(path), { clock, retention: defaultRetention });
    const off = program.store.subscribe((state) => writer.take(state, program.triage.getState()));
    program.monitor.start();
    return {
      async step() {
        for (let ms = 0; ms < STEP_S * 1_000; ms += ANSWERS_MS) await program.step(ANSWERS_MS);
      },
      async close() {
        off();
        await writer.close();
        await program.close();
      },
    };
  };
  const measured = new Map<string, Measured>();
  const totals: number[] = [];
  const measure = (second: number) => {
    const frame = world.frame();
    totals.push(frame.totalViewers);
    if (!isWatched(second)) return;
    const now = new Map<string, number>();
    table.keys.forEach((key, stream) => {
      if (frame.state[stream] !== PUBLISHED) return;
      const own = measured.get(key) ?? { viewerMinutes: 0, atRisk: 0, peak: 0 };
      const viewers = frame.viewers[stream] ?? 0;
      const score = frame.score[stream] ?? 0;
      const minutes = (viewers * STEP_S) / 60;
      own.viewerMinutes += minutes;
      own.atRisk += minutes * (1 - Math.max(0, score) / 100);
      now.set(key, (now.get(key) ?? 0) + viewers);
      own.peak = Math.max(own.peak, now.get(key) ?? 0);
      measured.set(key, own);
    });
  };
  let program: Awaited<ReturnType<typeof begin>> | undefined;
  for (let second = 0; second < SECONDS; second += STEP_S) {
    if (isIn(stopped, second)) {
      await program?.close();
      program = undefined;
    } else program ??= await begin();
    measure(second);
    await (program ? program.step() : clock.advance(STEP_S * 1_000));
  }
  await program?.close();
  await simulator.close();
  const keyOf = (who: StreamPart) => table.keys[[...cast.streams[who]][0] ?? -1] ?? '';
  return {
    path,
    edge: layout.servers[cast.servers.edge[0] ?? -1]?.name ?? '',
    totals,
    measured,
    keyOf,
  };
}

/** What is true of the stream with this key: times of the hour by the script, in seconds, and what the world had. */
export function truthOf(
  { down = [], isClean = false, silent }: Partial<Happening>,
  { measured }: Recorded,
  streamKey: string,
): TrueFigures {
  const watched = Array.from({ length: SECONDS }, (_, second) => second).filter(isWatched);
  const away = watched.filter((second) => isIn(down, second)).length;
  const seen = down.filter((span) => watched.some((second) => isIn([span], second))).length;
  const up = watched.length - away;
  const { viewerMinutes = 0, atRisk = 0, peak = 0 } = measured.get(streamKey) ?? {};
  return {
    available: isClean ? 1 : up / watched.length,
    up,
    down: isClean ? 0 : away,
    absent: isClean ? away : 0,
    unwatched: HOUR_S - watched.length,
    interruptions: isClean ? 0 : seen,
    sessions: isClean ? seen + 1 : 1,
    silent: watched.filter((second) => silent && isIn([silent], second)).length,
    viewerMinutes,
    atRisk,
    peak,
  };
}

/** What the cluster lost with the edge, by the world: against the median of the time before, which is less than the ten minutes of the report. */
export function lossOf({ totals }: Recorded, until: number) {
  const part = (from: number, to: number) =>
    totals.filter((_, step) => step * STEP_S >= from && step * STEP_S < to && !isIn(stopped, step * STEP_S));
  const before = part(0, loss.start).toSorted((a, b) => a - b);
  const normal = before[before.length >> 1] ?? 0;
  const missing = part(loss.start, until).map((viewers) => Math.max(0, normal - viewers));
  return {
    normal,
    peak: Math.max(...missing),
    viewerMinutes: missing.reduce((sum, viewers) => sum + (viewers * STEP_S) / 60, 0),
  };
}

/** The ends and beginnings that the journal names, with the stream, in order of time: seconds of the script. */
export function namedChanges({ keyOf }: Recorded) {
  return all
    .flatMap(({ who, down = [], isNamed = false, copies = 1 }) =>
      (isNamed ? down : []).flatMap(({ start, end }) =>
        Array.from({ length: copies }, () => [
          { second: start, stream: keyOf(who), isUp: false },
          { second: end, stream: keyOf(who), isUp: true },
        ]).flat(),
      ),
    )
    .toSorted((a, b) => a.second - b.second);
}
