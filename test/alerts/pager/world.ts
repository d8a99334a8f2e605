import { join } from 'node:path';
import type { Problem } from '../../../src/triage/problem.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { newFolder } from '../../support/new-folder.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { rules } from '../rig.ts';
import { createDraw, type Draw, isWithin, type Span } from './draw.ts';
import { type SimulatedProcess, type Surroundings, startProcess } from './process.ts';
import { createReceiver, type Receiver } from './receiver.ts';

/** Seconds in which things break, and those after in which nothing does. */
const BREAKS_S = 420;
const CALM_S = 200;
/** A critical incident is heard within this time. */
const HEARD_WITHIN_S = 90;
/** Beside messages that hang, when nothing else is wrong: a hold of 30 s and a look. */
const BESIDE_S = 40;
const STEP_MS = 1_000;
/** The cluster is polled this often. */
const POLL_S = 2;

interface Outage extends Span {
  readonly name: string;
  readonly isCritical: boolean;
  readonly withinS?: number | undefined;
}

interface Slot {
  readonly isRecorder: boolean;
  /** How far its clock is off at a second, ms: it may be set meanwhile. */
  readonly skewMs: (second: number) => number;
  readonly runs: readonly Span[];
  readonly hangs: readonly Span[];
  /** When it noticed each outage, by name; only what it saw in this life. */
  noticed: Map<string, { readonly second: number; readonly at: number }>;
  process: SimulatedProcess | undefined;
}

/** Plays the world of a seed. Returns what broke, in words. */
export const playWorld = (seed: number): Promise<readonly string[]> =>
  play(createDraw(seed), join(newFolder(), 'history.db'));

async function play(draw: Draw, path: string): Promise<readonly string[]> {
  const clock = new ManualClock();
  const start = clock.now();
  const second = () => Math.round((clock.now() - start) / STEP_MS);
  const outages = drawOutages(draw);
  const slots = drawSlots(draw);
  const disk = draw.chance(0.4) ? draw.spans(3, 150, BREAKS_S) : [];
  const strayFailures = draw.chance(0.3) ? 0.2 : 0;
  const receivers = (['command', 'webhook'] as const).map((name) =>
    createReceiver({ name, draw, clock, second, until: BREAKS_S }),
  );
  const around: Surroundings = {
    clock,
    second,
    path,
    rules: { ...rules, hold: draw.pick([0, 30_000]), limit: draw.pick([60, 3]) },
    disk: (operation) =>
      second() < BREAKS_S &&
      ((operation !== 'lock' && isWithin(disk, second())) || draw.chance(strayFailures)),
    receivers,
    log: () => {},
  };
  const isDiskGood = disk.length === 0 && strayFailures === 0;
  const judge = createJudge({ outages, slots, receivers, isDiskGood });
  try {
    for (let now = 0; now < BREAKS_S + CALM_S; now++) {
      for (const slot of slots) await live(slot, now, around);
      if (now % POLL_S === 0) for (const slot of slots) look(slot, outages, { now, start });
      await clock.advance(STEP_MS);
      judge.step(now);
    }
    const left = slots.flatMap(({ process }) => process?.alerts.facts().untold ?? []);
    return [
      ...judge.broken(),
      ...left.map(({ summary }) => `still on the list of what was not told: ${summary}`),
    ];
  } finally {
    for (const { process } of slots) process?.crash();
  }
}

function drawOutages(draw: Draw): readonly Outage[] {
  const drawn = Array.from({ length: draw.whole(2, 9) }, (_, n): Outage => {
    const from = draw.whole(0, BREAKS_S - 100);
    const name = `edge-${n}${draw.chance(0.2) ? '<script>' : ''}`;
    return { name, from, to: from + draw.whole(5, 400), isCritical: draw.chance(0.6) };
  });
  // After all faults everything must be as if they had not been.
  const last = (name: string, after: number, withinS?: number): Outage => {
    const times = { from: BREAKS_S + after, to: Number.POSITIVE_INFINITY };
    return { name, ...times, isCritical: true, withinS };
  };
  // Messages that hang delay none that is sent beside them.
  const stuck = ['a', 'b', 'c'].map((name) => last(`stuck-${name}`, 80));
  return [...drawn, last('last', 20), ...stuck, last('unhurt', 80, BESIDE_S)];
}

function drawSlots(draw: Draw): readonly Slot[] {
  const slot = (isRecorder: boolean, isFirst: boolean): Slot => {
    const ends = draw.spans(2, 60, BREAKS_S).toSorted((a, b) => a.from - b.from);
    const skew = draw.pick([0, 0, 40_000, -40_000]);
    const set = draw.pick([0, 0, 3_600_000, -3_600_000]);
    const setAt = draw.whole(0, BREAKS_S);
    const begins = isFirst ? 0 : draw.whole(0, 200);
    const runs: Span[] = [];
    let from = begins;
    for (const end of ends) {
      if (end.from > from) runs.push({ from, to: end.from });
      from = Math.max(from, end.to);
    }
    return {
      isRecorder,
      skewMs: (second) => skew + (second >= setAt ? set : 0),
      runs: [...runs, { from, to: Number.POSITIVE_INFINITY }],
      hangs: draw.chance(0.4) ? draw.spans(2, 120, BREAKS_S - 120) : [],
      noticed: new Map(),
      process: undefined,
    };
  };
  const recorders = Array.from({ length: draw.whole(1, 3) }, (_, n) => slot(true, n === 0));
  return [...recorders, ...Array.from({ length: draw.whole(0, 2) }, () => slot(false, false))];
}

/** Starts, suspends, continues or kills the process of a slot. */
async function live(slot: Slot, now: number, around: Surroundings) {
  const runs = isWithin(slot.runs, now);
  if (!runs && slot.process) {
    slot.process.crash();
    slot.process = undefined;
  }
  if (runs && !slot.process) {
    slot.process = await startProcess(slot.isRecorder, slot.skewMs, around);
    slot.noticed = new Map();
  }
  const hangs = isWithin(slot.hangs, now);
  if (hangs && slot.process?.isAwake) slot.process.suspend();
  else if (!hangs && slot.process && !slot.process.isAwake) slot.process.resume();
}

/** The process polls the cluster. */
function look(slot: Slot, outages: readonly Outage[], { now, start }: { now: number; start: number }) {
  if (!slot.process?.isAwake) return;
  const standing = outages.filter((outage) => isWithin([outage], now));
  for (const name of slot.noticed.keys()) {
    if (!standing.some((one) => one.name === name)) slot.noticed.delete(name);
  }
  const at = start + now * STEP_MS + slot.skewMs(now);
  for (const { name } of standing) {
    if (!slot.noticed.has(name)) slot.noticed.set(name, { second: now, at });
  }
  slot.process.see(
    standing.map((outage): Problem => {
      const subject = { kind: 'server', name: outage.name } as const;
      const since = slot.noticed.get(outage.name)?.at ?? at;
      const severity = outage.isCritical ? 'critical' : 'warning';
      return sampleProblem({ key: `server-hot:${outage.name}`, subject, since, noticedAt: since, severity });
    }),
  );
}

/** Looks each second whether what must be heard was heard. */
interface Judged {
  readonly outages: readonly Outage[];
  readonly slots: readonly Slot[];
  readonly receivers: readonly (Receiver & { readonly name: string })[];
  /** What was sent could always be noted. */
  readonly isDiskGood: boolean;
}

function createJudge({ outages, slots, receivers, isDiskGood }: Judged) {
  const broken = new Set<string>();
  /** For how long a recorder could have told, by recorder, outage and receiver. */
  const couldTell = new Map<string, number>();
  const check = (n: number, outage: Outage, receiver: Judged['receivers'][number], now: number) => {
    const id = `${n} ${outage.name} ${receiver.name}`;
    const slot = slots[n];
    const can =
      slot?.isRecorder && slot.process?.isAwake && slot.noticed.has(outage.name) && receiver.isReachable;
    const seconds = can ? (couldTell.get(id) ?? 0) + 1 : 0;
    couldTell.set(id, seconds);
    const { withinS = HEARD_WITHIN_S } = outage;
    if (seconds === withinS + 1 && !receiver.heard(outage.name)) {
      broken.add(`${outage.name} was not heard by ${receiver.name} within ${withinS} s, at second ${now}`);
    }
  };
  const mayRepeat = slots.some(({ runs, hangs }) => runs.length > 1 || hangs.length > 0);
  return {
    step(now: number) {
      for (const outage of outages.filter(({ isCritical }) => isCritical)) {
        for (const receiver of receivers) {
          for (const n of slots.keys()) check(n, outage, receiver, now);
        }
      }
    },
    broken(): readonly string[] {
      const twice = receivers.flatMap((receiver) => receiver.twice({ mayRepeat, isDiskGood }));
      return [...broken, ...twice];
    },
  };
}
