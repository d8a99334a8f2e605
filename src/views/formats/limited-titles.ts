import type { LimitedMeasure } from '../../protocol/dashboard.ts';

/** The dashboard's measures in words. */
export const limitedTitles: Readonly<Record<LimitedMeasure, string>> = {
  viewers: 'Viewers',
  streams: 'Streams',
  in: 'Incoming',
  out: 'Outgoing',
  transcode: 'Transcode tasks',
};
