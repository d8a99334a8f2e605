import { MINUTE_MS } from '../../../src/base/durations.ts';
import type { JournalItem } from '../../../src/cluster/journal/log.ts';
import { createHistoryReader } from '../../../src/history/reader.ts';
import { defaultRetention } from '../../../src/history/retention.ts';
import type { AbsenceMeaning } from '../../../src/history/sessions/absence-meaning.ts';
import {
  readPeriodData,
  type SessionPeriods,
  sessionPeriods,
} from '../../../src/history/sessions/availability.ts';
import { createHistoryWriter } from '../../../src/history/writer.ts';
import type { Stream } from '../../../src/protocol/stream.ts';
import { calm } from '../../support/fake-services.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { sampleState } from '../../support/sample-state.ts';
import { historyPath, openTestHistory } from '../rig.ts';

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
  readonly outages: readonly (ScriptedTime & { readonly isClean?: boolean })[];
  /** The publisher is there and sends no byte. */
  readonly silent?: readonly ScriptedTime[];
  /** Applications that it is on. */
  readonly copies?: readonly string[];
}

export interface Script {
  readonly seconds: number;
  readonly streams: readonly ScriptedStream[];
  /** Whether the journal names ends and beginnings. */
  readonly hasJournal: boolean;
  /** The server's clock minus ours, seconds. */
  readonly skew?: number;
  /** The program does not run. */
  readonly stopped?: readonly ScriptedTime[];
}

const isIn = (times: readonly ScriptedTime[] = [], second: number) =>
  times.some(({ from, to }) => second >= from && second < to);

/** What the servers answer about the streams at this second. */
function streamsAt({ streams, skew = 0 }: Script, second: number): readonly Stream[] {
  return streams.flatMap(({ key, viewers, outages, silent, copies = ['live'] }) => {
    if (isIn(outages, second)) return [];
    const begun = Math.max(-3_600, ...outages.filter(({ to }) => to <= second).map(({ to }) => to));
    const isSilent = isIn(silent, second);
    return copies.map(
      (application, index): Stream => ({
        id: `${application}/${key}`,
        application,
        streamKey: key,
        state: 'PUBLISHED',
        startTime: START + (begun + skew + 2 * index) * SECOND,
        viewerCount: viewers / copies.length,
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
      entry: {
        id,
        createDate: START + (second + skew) * SECOND,
        objectName: `Stream: ${key}`,
        message: `Status Update: ${word}`,
        threadName: 'worker',
      },
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

/** Plays a script to the recorder under a clock of its own and reads the figures of its time. */
export async function play(script: Script, absence: AbsenceMeaning = 'counts'): Promise<SessionPeriods> {
  const path = await historyPath();
  const clock = new ManualClock(START);
  const journal = journalOf(script);
  const state = sampleState({ clockSkew: (script.skew ?? 0) * SECOND, servers: [], events: [] });
  const begin = async () =>
    createHistoryWriter(await openTestHistory(path), { clock, retention: defaultRetention });
  let writer: Awaited<ReturnType<typeof begin>> | undefined;
  let sweep = { items: new Map<string, Stream>(), completedAt: undefined as number | undefined };
  for (let at = START; at <= START + script.seconds * SECOND; at += STEP_MS) {
    const second = (at - START) / SECOND;
    if (isIn(script.stopped, second)) {
      await writer?.close();
      writer = undefined;
    } else {
      writer ??= await begin();
      if (sweep.completedAt === undefined || at - sweep.completedAt >= SWEEP_MS) {
        const items = streamsAt(script, second).map((stream) => [stream.id, stream] as const);
        sweep = { items: new Map(items), completedAt: at };
      }
      const items = journal.filter(({ second: written }) => written <= second).map(({ item }) => item);
      writer.take(
        {
          ...state,
          dashboard: { ...state.dashboard, updatedAt: at },
          applicationSweep: { ...state.applicationSweep, value: undefined },
          streamSweep: {
            ...state.streamSweep,
            value: { ...sweep, totalItems: sweep.items.size, truncated: false },
          },
          journal: { ...state.journal, items },
        },
        calm,
      );
    }
    await clock.advance(STEP_MS);
  }
  await writer?.close();
  const db = await openTestHistory(path);
  const period = { from: START, to: START + script.seconds * SECOND };
  const told = sessionPeriods(await readPeriodData(createHistoryReader(db), period), period, absence);
  db.close();
  return told;
}

/** What is true of a stream, by the script alone: seconds, shares, viewer minutes. */
export function truthOf(script: Script, { viewers, outages, silent = [] }: ScriptedStream) {
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
  return {
    down,
    absent,
    up,
    unwatched: script.seconds - watched.length,
    available: up / (up + down),
    interruptions: lost.length,
    viewerMinutes: (viewers * up) / 60,
    atRisk: (viewers * seconds((second) => isIn(silent, second) && !isIn(outages, second))) / 60,
  };
}
