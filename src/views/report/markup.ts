import { clockTime, dateTime } from '../../base/format.ts';
import { zoneOffset, zoneWords } from '../../base/time-zone.ts';
import type { Report } from '../../history/report/report.ts';

/** Foreign text: withheld where needed, and made harmless. */
export type SafeText = (foreign: string) => string;

/** Emphasis of text that is safe already. */
export const strong = (safe: string): string => `**${safe}**`;

/** Writes a time (Unix ms): of day, with the date if a report covers more than one day. */
export type Time = (at: number) => string;

/**
 * How times of the report are written: with the day if there are several, and with the offset if the clocks change in the
 * period, because an hour is then there twice.
 */
export function clockOf({ from, to }: Pick<Report, 'from' | 'to'>): Time {
  const clock = dateTime(from).slice(0, 10) === dateTime(to).slice(0, 10) ? clockTime : dateTime;
  return inZone(clock, { from, to });
}

/** The same clock, with the offset where the clocks change. */
export function inZone(clock: Time, { from, to }: Pick<Report, 'from' | 'to'>): Time {
  return clocksChange(from, to) ? (at) => `${clock(at)} ${zoneOffset(at)}` : clock;
}

function clocksChange(from: number, to: number): boolean {
  return zoneOffset(from) !== zoneOffset(to);
}

export function zoneOf({ from, to }: Report): string {
  const then = clocksChange(from, to) ? `, at the end ${zoneOffset(to)}` : '';
  return `${zoneWords(from)}${then}`;
}
