import { DAY_MS, MINUTE_MS } from '../../base/durations.ts';
import { tableKeys, tableOf } from '../../base/table.ts';
import { WATCHING } from '../gap-store.ts';
import type { HistoryReader } from '../reader.ts';
import { type Period, without } from '../samples/range.ts';
import { watchedParts } from '../watched-time.ts';
import type { AbsenceMeaning } from './absence-meaning.ts';
import type { Absence } from './absences.ts';
import { heldUntil, SAME_SESSION_MS, type SessionFigures, type StreamSession } from './stream-sessions.ts';

/** A figure that is exact where both ends are the same; else the truth lies between them. */
export interface FigureRange {
  readonly least: number;
  readonly most: number;
}

/**
 * Figures of one stream in a period, over all its applications, or of all streams of an application. Times are ms, shares 0
 * to 1; undefined if unknown.
 */
export interface StreamPeriod {
  /** Of a stream: the application with the most viewers. */
  readonly application: string;
  /** Undefined for the sum of an application. */
  readonly streamKey: string | undefined;
  readonly streams: number;
  /** Applications that it was on. */
  readonly copies: readonly string[];
  /** Publishings between two ends. A short absence, or one that counts as down, is no end. */
  readonly sessions: number;
  readonly interruptions: number;
  /** Time in which it was published and watched; the likely value, as the next three. */
  readonly availableMs: number;
  /** Time of interruptions. */
  readonly downMs: number;
  /** Time in which it was not published and did not have to be. */
  readonly absentMs: number;
  /** Time since its first publishing in which nobody watched the cluster. */
  readonly unwatchedMs: number;
  /** Of the time that it was available or down, the share in which it was available. */
  readonly available: FigureRange | undefined;
  readonly degradedMs: number;
  /**
   * The highest that a sweep of the streams saw; between two of them it may have been higher. Undefined for an application:
   * the peaks of its streams may have been at different times.
   */
  readonly peakViewers: number | undefined;
  readonly meanViewers: number | undefined;
  readonly viewerMinutes: number;
  readonly viewerMinutesAtRisk: number;
  /** How far these figures may be from the truth, ±. That of the time down is also that of the time available. */
  readonly spread: {
    readonly downMs: number;
    readonly degradedMs: number;
    readonly meanViewers: number;
    readonly viewerMinutes: number;
    readonly viewerMinutesAtRisk: number;
  };
  /** Mean incoming bandwidth, bytes per second. */
  readonly meanIn: number | undefined;
}

/** Figures in a period: by stream, and by application; those with the most viewer minutes at risk first. */
export interface SessionPeriods {
  readonly period: Period;
  /** What they rest on: watched time, and that of it in which something could not be read from the API. */
  readonly basis: { readonly watchedMs: number; readonly outageMs: number };
  readonly absence: AbsenceMeaning;
  readonly streams: readonly StreamPeriod[];
  readonly applications: readonly StreamPeriod[];
}

/** What was stored about a period. */
export interface PeriodData {
  readonly sessions: readonly StreamSession[];
  readonly absences: readonly Absence[];
  /** Parts of the period in which the cluster was watched, oldest first. */
  readonly watched: readonly Period[];
  readonly outageMs: number;
}

export const noPeriodData: PeriodData = { sessions: [], absences: [], watched: [], outageMs: 0 };

/** A stream that was last seen longer than this before a period is not in it. */
const FORGOTTEN_MS = 7 * DAY_MS;

/** Reads what is stored about the streams of (from, to], which are whole hours, or end now. */
export async function readPeriodData(reader: HistoryReader, period: Period): Promise<PeriodData> {
  const { known } = watchedParts(reader, period);
  const outages = reader
    .gaps(period.from, period.to)
    .filter(({ resource }) => resource !== WATCHING)
    .toSorted((a, b) => a.from - b.from);
  return {
    sessions: await reader.streamSessions(period.from, period.to),
    absences: reader
      .streamAbsences(period.from, period.to)
      .filter(({ began }) => began.to > period.from - FORGOTTEN_MS),
    watched: known,
    outageMs: lengthOf(known) - lengthOf(known.flatMap((part) => without(part, outages))),
  };
}

/** The figures of `sessions` in the period. */
export function sessionPeriods(
  data: PeriodData,
  period: Period,
  absence: AbsenceMeaning = 'counts',
): SessionPeriods {
  const { sessions, absences, watched, outageMs } = data;
  const absencesOf = Map.groupBy(absences, ({ streamKey }) => streamKey);
  const sessionsOf = Map.groupBy(sessions, ({ streamKey }) => streamKey);
  // A stream that was away in the whole period has no session in it.
  for (const [streamKey, own] of absencesOf) {
    const counts = own.some((each) => isDown(each, period.to, absence));
    if (counts && !sessionsOf.has(streamKey)) sessionsOf.set(streamKey, []);
  }
  const streams = [...sessionsOf].map(([streamKey, own]) =>
    streamPeriod(own, absencesOf.get(streamKey) ?? [], { streamKey, period, watched, absence }),
  );
  const byApplication = Map.groupBy(streams, ({ application }) => application);
  const applications = [...byApplication].map(([application, own]) => sumOf(application, own));
  return {
    period,
    basis: { watchedMs: lengthOf(watched), outageMs },
    absence,
    streams: streams.sort(byRisk),
    applications: applications.sort(byRisk),
  };
}

function byRisk(a: StreamPeriod, b: StreamPeriod): number {
  return (
    b.viewerMinutesAtRisk - a.viewerMinutesAtRisk ||
    b.interruptions - a.interruptions ||
    b.viewerMinutes - a.viewerMinutes
  );
}

/** Totals over all periods, as a service level agreement needs them. */
export function sumPeriods(periods: readonly StreamPeriod[]) {
  const { sessions, interruptions, available } = sumOf('', periods);
  return { sessions, interruptions, available };
}

interface StreamContext {
  readonly streamKey: string;
  readonly period: Period;
  readonly watched: readonly Period[];
  readonly absence: AbsenceMeaning;
}

function streamPeriod(
  stored: readonly StreamSession[],
  absences: readonly Absence[],
  { streamKey, period, watched, absence }: StreamContext,
): StreamPeriod {
  const begun = Math.min(
    ...stored.map(({ publishedAt }) => publishedAt),
    ...absences.map(({ began }) => began.from),
  );
  const life = { from: Math.max(period.from, begun), to: period.to };
  const base = watched.flatMap((part) => overlap(part, life));
  const sum = (of: readonly { readonly least: number; readonly most: number }[]) => ({
    least: total(of, ({ least }) => least),
    most: total(of, ({ most }) => most),
  });
  const told = absences.map((each) => {
    const { began, ended } = each;
    const least = within(base, began.to, ended?.from ?? period.to);
    const most = within(base, began.from, ended?.to ?? period.to);
    return { each, least, most, isDown: isDown(each, period.to, absence) };
  });
  const presentIn = (from: number, to: number) => {
    const away = absences.map(({ began, ended }) => ({
      least: within(base, Math.max(from, began.to), Math.min(to, ended?.from ?? to)),
      most: within(base, Math.max(from, began.from), Math.min(to, ended?.to ?? to)),
    }));
    const { least, most } = sum(away);
    return { present: within(base, from, to) - (least + most) / 2, unsure: (most - least) / 2 };
  };
  const sessions = stored.map((session) => heldUntil(session, period.to, presentIn));
  const down = told.filter(({ isDown }) => isDown);
  const absent = sum(told.filter(({ isDown }) => !isDown));
  const old = total(sessions, ({ interruptedMs }) => interruptedMs);
  const lost = sum(down);
  const downRange = { least: lost.least + old, most: lost.most + old };
  const baseMs = lengthOf(base);
  const absentMs = (absent.least + absent.most) / 2;
  const downMs = (downRange.least + downRange.most) / 2;
  const availableMs = Math.max(0, baseMs - absentMs - downMs);
  const isEnd = ({ each, isDown }: (typeof told)[number]) =>
    !isDown && absence !== 'planned' && each.ended !== undefined && each.ended.to > life.from;
  const peak = mostPeak(sessions);
  const figures = withUnread(figuresOf(sessions), availableMs, readTime(sessions, life), peak);
  const downSpreadMs = (downRange.most - downRange.least) / 2;
  const mean = meanOf(figures, availableMs, downSpreadMs);
  const best = sessions.toSorted((a, b) => b.viewerMs - a.viewerMs)[0];
  /** The session before that absence was over at the start. */
  const wasOver = told.some(
    (one) => isEnd(one) && one.each.began.to <= life.from && (one.each.ended?.from ?? 0) > life.from,
  );
  return {
    application: best?.application ?? absences[0]?.application ?? '',
    streamKey,
    streams: 1,
    copies: [...new Set(sessions.map(({ application }) => application))].sort(),
    sessions: sessions.length === 0 ? 0 : told.filter(isEnd).length + (wasOver ? 0 : 1),
    interruptions:
      total(sessions, ({ interruptions }) => interruptions) +
      down.filter(({ each, most }) => most > 0 && each.began.to > period.from).length,
    availableMs,
    downMs,
    absentMs,
    unwatchedMs: Math.max(0, life.to - life.from - baseMs),
    available: shareOf(baseMs, downRange, absent),
    ...figures,
    // On several applications it may have had its peaks at different times; it had its mean on all together.
    peakViewers: Math.min(peak, Math.max(figures.peakViewers, mean.meanViewers ?? 0)),
    spread: { ...figures.spread, downMs: downSpreadMs, meanViewers: mean.spread },
    meanViewers: mean.meanViewers,
  };
}

/** The time in which sweeps read these sessions of one stream, which may be on several applications at once, ms. */
function readTime(sessions: readonly StreamSession[], life: Period): number {
  const parts = sessions
    .flatMap(({ publishedAt, endedAt = life.to }) => overlap({ from: publishedAt, to: endedAt }, life))
    .toSorted((a, b) => a.from - b.from);
  const once = life.to - life.from - lengthOf(without(life, parts));
  return (total(sessions, ({ watchedMs }) => watchedMs) * once) / (lengthOf(parts) || 1);
}

/** In time that no sweep read, a stream that was available had any number of viewers, up to its peak or twice its mean. */
function withUnread(
  { spread, ...figures }: ReturnType<typeof figuresOf>,
  availableMs: number,
  readMs: number,
  peak: number,
): ReturnType<typeof figuresOf> {
  const share = readMs === 0 ? 0 : Math.max(0, availableMs / readMs - 1);
  const more = tableOf(tableKeys(spread), (name) => figures[name] * share);
  const upToPeak = (peak * share * readMs) / MINUTE_MS - more.viewerMinutes;
  const unsure = { ...more, viewerMinutes: Math.max(more.viewerMinutes, upToPeak) };
  return {
    ...figures,
    ...tableOf(tableKeys(spread), (name) => figures[name] + more[name]),
    spread: tableOf(tableKeys(spread), (name) => spread[name] * (1 + share) + unsure[name]),
  };
}

/** Viewers while it was available, ± `spread`: neither the viewers nor that time may be known to the second. */
function meanOf(
  { viewerMinutes, spread }: Pick<ReturnType<typeof figuresOf>, 'viewerMinutes' | 'spread'>,
  availableMs: number,
  spreadMs: number,
) {
  if (availableMs === 0) return { meanViewers: undefined, spread: 0 };
  const mean = (minutes: number, ms: number) => (minutes * MINUTE_MS) / Math.max(ms, MINUTE_MS / 60);
  const meanViewers = mean(viewerMinutes, availableMs);
  const most = mean(viewerMinutes + spread.viewerMinutes, availableMs - spreadMs);
  const least = mean(viewerMinutes - spread.viewerMinutes, availableMs + spreadMs);
  return { meanViewers, spread: Math.max(most - meanViewers, meanViewers - least) };
}

/** The most viewers that it can have had in a sweep, if its peaks on several applications were at one time. */
function mostPeak(sessions: readonly StreamSession[]): number {
  const peakOf = (own: readonly StreamSession[]) => Math.max(0, ...own.map(({ peakViewers }) => peakViewers));
  const inOrder = sessions.toSorted((a, b) => a.publishedAt - b.publishedAt);
  // It moved from one to the other between two sweeps, and was never on both.
  const isOnOne = inOrder.every(({ publishedAt }, index) => {
    const before = inOrder[index - 1];
    return !before || publishedAt >= (before.endedAt ?? before.seenAt) - MINUTE_MS;
  });
  const byApplication = Map.groupBy(sessions, ({ application }) => application);
  return isOnOne ? peakOf(sessions) : total([...byApplication.values()], peakOf);
}

/** Whether an absence counts against the stream. */
function isDown({ began, ended, isClean }: Absence, now: number, meaning: AbsenceMeaning): boolean {
  const isLong = (ended?.from ?? now) - began.to > SAME_SESSION_MS;
  return !isClean && (meaning === 'counts' || !isLong);
}

function shareOf(baseMs: number, down: FigureRange, absent: FigureRange): FigureRange | undefined {
  const counted = baseMs - (absent.least + absent.most) / 2;
  if (counted <= 0) return undefined;
  const share = (downMs: number) => Math.max(0, 1 - downMs / counted);
  return { least: share(down.most), most: share(down.least) };
}

function figuresOf(sessions: readonly StreamSession[]) {
  const sum = (of: (figures: SessionFigures) => number) => total(sessions, of);
  const inKnownMs = sum((figures) => figures.inKnownMs);
  return {
    degradedMs: sum(({ degradedMs }) => degradedMs),
    peakViewers: Math.max(0, ...sessions.map(({ peakViewers }) => peakViewers)),
    viewerMinutes: sum(({ viewerMs }) => viewerMs) / MINUTE_MS,
    viewerMinutesAtRisk: sum(({ viewerMsAtRisk }) => viewerMsAtRisk) / MINUTE_MS,
    spread: {
      degradedMs: sum(({ degradedSpreadMs }) => degradedSpreadMs),
      viewerMinutes: sum(({ viewerSpreadMs }) => viewerSpreadMs) / MINUTE_MS,
      viewerMinutesAtRisk: sum(({ riskSpreadMs }) => riskSpreadMs) / MINUTE_MS,
    },
    meanIn: inKnownMs === 0 ? undefined : sum(({ inByteMs }) => inByteMs) / inKnownMs,
  };
}

/** The sum of streams. The availability weighs each by its time. */
function sumOf(application: string, periods: readonly StreamPeriod[]): StreamPeriod {
  const sum = (of: (period: StreamPeriod) => number) => total(periods, of);
  const availableMs = sum((each) => each.availableMs);
  const counted = (each: StreamPeriod) => each.availableMs + each.downMs;
  const viewerMinutes = sum((each) => each.viewerMinutes);
  const spread = {
    downMs: sum((each) => each.spread.downMs),
    degradedMs: sum((each) => each.spread.degradedMs),
    viewerMinutes: sum((each) => each.spread.viewerMinutes),
    viewerMinutesAtRisk: sum((each) => each.spread.viewerMinutesAtRisk),
  };
  const mean = meanOf({ viewerMinutes, spread }, availableMs, spread.downMs);
  const weight = sum(counted);
  const share = (of: (range: FigureRange) => number) =>
    sum((each) => (each.available ? of(each.available) * counted(each) : 0)) / weight;
  const inMs = sum((each) => (each.meanIn === undefined ? 0 : each.availableMs));
  return {
    application,
    streamKey: undefined,
    streams: periods.length,
    copies: [...new Set(periods.flatMap(({ copies }) => copies))].sort(),
    sessions: sum(({ sessions }) => sessions),
    interruptions: sum(({ interruptions }) => interruptions),
    availableMs,
    downMs: sum(({ downMs }) => downMs),
    absentMs: sum(({ absentMs }) => absentMs),
    unwatchedMs: sum(({ unwatchedMs }) => unwatchedMs),
    available:
      weight === 0 ? undefined : { least: share(({ least }) => least), most: share(({ most }) => most) },
    degradedMs: sum(({ degradedMs }) => degradedMs),
    peakViewers: undefined,
    meanViewers: mean.meanViewers,
    viewerMinutes,
    viewerMinutesAtRisk: sum(({ viewerMinutesAtRisk }) => viewerMinutesAtRisk),
    spread: { ...spread, meanViewers: mean.spread },
    meanIn: inMs === 0 ? undefined : sum(({ meanIn = 0, availableMs: own }) => meanIn * own) / inMs,
  };
}

function total<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, each) => sum + of(each), 0);
}

function overlap(a: Period, b: Period): readonly Period[] {
  const part = { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
  return part.from < part.to ? [part] : [];
}

function lengthOf(parts: readonly Period[]): number {
  return total(parts, ({ from, to }) => to - from);
}

/** The time of (from, to] in these parts, ms. */
function within(parts: readonly Period[], from: number, to: number): number {
  return from >= to ? 0 : lengthOf(parts.flatMap((part) => overlap(part, { from, to })));
}
