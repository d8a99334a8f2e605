import type { StreamPeriod } from '../../../src/history/sessions/availability.ts';

/** What is true of a stream: seconds, shares, viewer minutes, numbers. What is left out is not compared. */
export interface TrueFigures {
  readonly available: number;
  readonly up: number;
  readonly down: number;
  readonly absent: number;
  readonly unwatched: number;
  readonly interruptions: number;
  readonly sessions: number;
  readonly viewerMinutes: number;
  readonly atRisk: number;
  readonly silent: number;
  readonly meanViewers: number;
  readonly peak: number;
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
export function wrongFigures(truth: TrueFigures, said: StreamPeriod): readonly string[] {
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
