import { count, rate, type Units } from '../../base/format.ts';
import type { LimitedMeasure } from '../../protocol/dashboard.ts';

export const limitedTitles: Readonly<Record<LimitedMeasure, string>> = {
  viewers: 'Viewers',
  streams: 'Streams',
  in: 'Incoming',
  out: 'Outgoing',
  transcode: 'Transcode tasks',
};

/** How a measure is written: traffic as a rate, all others as a number. */
export function measureFormat(measure: string, units?: Units): typeof count {
  return measure === 'in' || measure === 'out' ? (value) => rate(value, units) : count;
}
