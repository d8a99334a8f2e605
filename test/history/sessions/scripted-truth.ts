import { MINUTE_MS } from '../../../src/base/durations.ts';
import type { JournalItem } from '../../../src/cluster/journal/log.ts';
import type { HistoryDatabase } from '../../../src/history/database.ts';
import { createHistoryReader } from '../../../src/history/reader.ts';
import { defaultRetention } from '../../../src/history/retention.ts';
import type { Period } from '../../../src/history/samples/range.ts';
import type { AbsenceMeaning } from '../../../src/history/sessions/absence-meaning.ts';
import {
  readPeriodData,
  type SessionPeriods,
  type StreamPeriod,
  sessionPeriods,
} from '../../../src/history/sessions/availability.ts';
import { HistoryWriter } from '../../../src/history/writer.ts';
import type { Stream } from '../../../src/protocol/stream.ts';
import { calm } from '../../support/fake-services.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { sampleState } from '../../support/sample-state.ts';
import { historyPath, journalEntry, openTestHistory } from '../rig.ts';

/** The start of each script: a full hour, so that the period of the figures is that of the script. */
const START = Date.UTC(2026, 9, 24, 12);
const SECOND = 1_000;
const STEP_MS = 20 * SECOND;
/** The recorder takes shorter breaks as watched. */
const SHORTEST_GAP_S = 60;
const SWEEP_MS = MINUTE_MS;

/** A time in seconds of a script. */
export interface ScriptedTime {
  readonly from: number;
  readonly to: number;
}

/** What happens to one stream, in seconds since the start. It is published before the start. */
export interface ScriptedStream {
  readonly key: string;
  readonly viewers: number;
  /** From each of these seconds on it has this many viewers instead. */
  readonly levels?: readonly { readonly from: number; readonly viewers: number }[];
  readonly outages: readonly (ScriptedTime & { readonly isClean?: boolean })[];
  /** The publisher is there and sends no byte. */
  readonly silent?: readonly ScriptedTime[];
  /** Applications that it is on. */
  readonly copies?: readonly string[];
  /** The second from which it is published to another application, without a gap. */
  readonly movesAt?: number;
}

export interface Script {
  readonly seconds: number;
  readonly streams: readonly ScriptedStream[];
  /** Whether the journal names ends and beginnings. */
  readonly hasJournal: boolean;
  /** The server's clock minus ours, seconds. */
  readonly skew?: number;
  /** The list of streams cannot be read. */
  readonly unread?: readonly ScriptedTime[];
  /** The program does not run. */
  readonly stopped?: readonly ScriptedTime[];
  /** While it is stopped at this second, it runs for some minutes under a clock that is ahead, ms. */
  readonly wrongClock?: { readonly second: number; readonly aheadMs: number; readonly isSkewKnown: boolean };
}

const isIn = (times: readonly ScriptedTime[] = [], second: number) =>
  times.some(({ from, to }) => second >= from && second < to);

/** Its viewers at a second at which it is published. */
function viewersAt({ viewers, levels = [] }: ScriptedStream, second: number): number {
  return levels.findLast(({ from }) => from <= second)?.viewers ?? viewers;
}

/** What the servers answer about the streams at this second. */
function streamsAt({ streams, skew = 0 }: Script, second: number): readonly Stream[] {
  return streams.flatMap((stream) => {
    const { key, outages, silent, movesAt = Infinity, ...own } = stream;
    const copies = second >= movesAt ? ['moved'] : (own.copies ?? ['live']);
    if (isIn(outages, second)) return [];
    const begun = Math.max(
      -3_600,
      ...outages.filter(({ to }) => to <= second).map(({ to }) => to),
      second < movesAt ? -3_600 : movesAt,
    );
    const isSilent = isIn(silent, second);
    return copies.map(
      (application, index): Stream => ({
        id: `${application}/${key}`,
        application,
        streamKey: key,
        state: 'PUBLISHED',
        startTime: START + (begun + skew + 2 * index) * SECOND,
        viewerCount: viewersAt(stream, second) / copies.length,
        inBandwidth: isSilent ? 0 : 500_000,
        outBandwidth: isSilent ? 0 : 900_000,
        healthScore: 100,
        healthGrade: 'good',
      }),
    );
  });
}

/** The journal of the whole script, oldest first; each with the second in which it is written. */
function journalOf({ streams, hasJournal, skew = 0 }: Script) {
  if (!hasJournal) return [];
  let id = 0;
  const line = (second: number, key: string, word: string) => ({
    second,
    item: {
      kind: 'entry',
      key: String(++id),
      entry: journalEntry(id, START + (second + skew) * SECOND, `Stream: ${key}`, `Status Update: ${word}`),
    } satisfies JournalItem,
  });
  return streams
    .flatMap(({ key, outages }) =>
      outages.flatMap(({ from, to, isClean }) => [
        ...(isClean ? [line(from, key, 'CLOSING')] : []),
        line(from + (isClean ? 1 : 0), key, 'UNPUBLISHED'),
        line(to, key, 'PUBLISHED'),
      ]),
    )
    .toSorted((a, b) => a.second - b.second);
}

interface Sweep {
  readonly items: ReadonlyMap<string, Stream>;
  readonly completedAt: number | undefined;
}

/** The sweep of this second, under a local clock at `at`; the same one for a minute. */
function sweepAt(script: Script, second: number, at: number, before: Sweep): Sweep {
  if (isIn(script.unread, second) || (before.completedAt !== undefined && at - before.completedAt < SWEEP_MS))
    return before;
  const items = streamsAt(script, second).map((stream) => [stream.id, stream] as const);
  return { items: new Map(items), completedAt: at };
}

/** What the recorder sees in a second of the script, under a local clock at `at` with this skew, ms. */
function stateAt(script: Script, second: number, sweep: Sweep, at: number, skewMs: number | undefined) {
  const state = sampleState({ clockSkew: skewMs, servers: [], events: [] });
  const items = journalOf(script)
    .filter(({ second: written }) => written <= second)
    .map(({ item }) => item);
  return {
    ...state,
    dashboard: { ...state.dashboard, updatedAt: at },
    applicationSweep: { ...state.applicationSweep, value: undefined },
    streamSweep: {
      ...state.streamSweep,
      value: { ...sweep, totalItems: sweep.items.size, truncated: false },
    },
    journal: { ...state.journal, items },
  };
}

const noSweep: Sweep = { items: new Map(), completedAt: undefined };
const WRONG_RUN_S = 5 * 60;

/** Five minutes of recording under a clock that is ahead. */
async function recordAhead(script: Script, path: string, { second, aheadMs, isSkewKnown }: WrongClock) {
  const clock = new ManualClock(START + second * SECOND + aheadMs);
  const writer = new HistoryWriter(await openTestHistory(path), { clock, retention: defaultRetention });
  const skewMs = isSkewKnown ? (script.skew ?? 0) * SECOND - aheadMs : undefined;
  let sweep = noSweep;
  for (let passed = 0; passed <= WRONG_RUN_S; passed += STEP_MS / SECOND) {
    sweep = sweepAt(script, second + passed, clock.now(), sweep);
    writer.take(stateAt(script, second + passed, sweep, clock.now(), skewMs), calm);
    await clock.advance(STEP_MS);
  }
  await writer.close();
}

type WrongClock = NonNullable<Script['wrongClock']>;

/** Plays a script to the recorder under a clock of its own, and returns the history. */
export async function recorded(script: Script): Promise<HistoryDatabase> {
  const path = await historyPath();
  const clock = new ManualClock(START);
  const begin = async () =>
    new HistoryWriter(await openTestHistory(path), { clock, retention: defaultRetention });
  let writer: Awaited<ReturnType<typeof begin>> | undefined;
  let sweep = noSweep;
  for (let at = START; at <= START + script.seconds * SECOND; at += STEP_MS) {
    const second = (at - START) / SECOND;
    if (isIn(script.stopped, second)) {
      await writer?.close();
      writer = undefined;
      sweep = noSweep;
      if (script.wrongClock?.second === second) await recordAhead(script, path, script.wrongClock);
    } else {
      writer ??= await begin();
      sweep = sweepAt(script, second, at, sweep);
      writer.take(stateAt(script, second, sweep, at, (script.skew ?? 0) * SECOND), calm);
    }
    await clock.advance(STEP_MS);
  }
  await writer?.close();
  return openTestHistory(path);
}

/** The period of a script, Unix ms. */
export function periodOf({ seconds }: Script): Period {
  return { from: START, to: START + seconds * SECOND };
}

/** Plays a script and reads the figures of its time, as absences are agreed to count. */
export async function playFor(script: Script) {
  const db = await recorded(script);
  const period = periodOf(script);
  const data = await readPeriodData(createHistoryReader(db), period);
  db.close();
  return (absence: AbsenceMeaning): SessionPeriods => sessionPeriods(data, period, absence);
}

export const play = async (script: Script) => (await playFor(script))('counts');

/** What is true of a stream, by the script alone: seconds, shares, viewer minutes. */
export function truthOf(script: Script, stream: ScriptedStream) {
  const { outages, silent = [] } = stream;
  const stopped = script.stopped?.filter(({ from, to }) => to - from > SHORTEST_GAP_S);
  const watched = Array.from({ length: script.seconds }, (_, second) => second).filter(
    (second) => !isIn(stopped, second),
  );
  const seconds = (test: (second: number) => boolean) => watched.filter(test).length;
  const clean = outages.filter(({ isClean }) => isClean);
  const lost = outages.filter(({ isClean }) => !isClean);
  const down = seconds((second) => isIn(lost, second));
  const absent = seconds((second) => isIn(clean, second));
  const up = watched.length - down - absent;
  const viewerSeconds = (test: (second: number) => boolean) =>
    watched
      .filter((second) => test(second) && !isIn(outages, second))
      .reduce((sum, second) => sum + viewersAt(stream, second), 0);
  const all = viewerSeconds(() => true);
  return {
    down,
    absent,
    up,
    unwatched: script.seconds - watched.length,
    available: up / (up + down),
    interruptions: lost.length,
    sessions: clean.length + 1,
    silent: seconds((second) => isIn(silent, second) && !isIn(outages, second)),
    meanViewers: all / up,
    viewerMinutes: all / 60,
    atRisk: viewerSeconds((second) => isIn(silent, second)) / 60,
    peak: Math.max(stream.viewers, ...(stream.levels ?? []).map(({ viewers }) => viewers)),
  };
}

/** What is true, what is said, how far it may be from the truth, and what 0.1 % is of. */
type Compared = readonly [real: number | undefined, said: number, range: number, whole: number];

/** The figures that are further from the truth than 0.1 % of the whole, beyond their range. */
function wrongOf(figures: Readonly<Record<string, Compared>>): readonly string[] {
  return Object.entries(figures).flatMap(([name, [real, said, range, whole]]) =>
    real === undefined || Math.abs(said - real) - range <= 0.001 * whole + 1e-6
      ? []
      : [`${name}: ${said} ± ${range}, really ${real}`],
  );
}

/** What is wrong in what is said of a stream. */
export function wrongFigures(truth: ReturnType<typeof truthOf>, said: StreamPeriod): readonly string[] {
  const { available, spread } = said;
  const [least, most] = [available?.least ?? 0, available?.most ?? 0];
  const watched = truth.up + truth.down + truth.absent;
  return wrongOf({
    available: [truth.available, (least + most) / 2, (most - least) / 2, 1],
    up: [truth.up, said.availableMs / 1_000, spread.downMs / 1_000, watched],
    down: [truth.down, said.downMs / 1_000, spread.downMs / 1_000, watched],
    absent: [truth.absent, said.absentMs / 1_000, 0, watched],
    unwatched: [truth.unwatched, said.unwatchedMs / 1_000, 0, watched],
    interruptions: [truth.interruptions, said.interruptions, 0, 0],
    sessions: [truth.sessions, said.sessions, 0, 0],
    viewerMinutes: [truth.viewerMinutes, said.viewerMinutes, spread.viewerMinutes, truth.viewerMinutes],
    degraded: [truth.silent, said.degradedMs / 1_000, spread.degradedMs / 1_000, watched],
    atRisk: [truth.atRisk, said.viewerMinutesAtRisk, spread.viewerMinutesAtRisk, truth.viewerMinutes],
    meanViewers: [truth.meanViewers, said.meanViewers ?? 0, spread.meanViewers, truth.meanViewers ?? 0],
    // At least so many: no range.
    peak: [Math.min(truth.peak, said.peakViewers ?? 0), said.peakViewers ?? 0, 0, truth.peak],
  });
}
