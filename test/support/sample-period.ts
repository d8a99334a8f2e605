import type { StreamPeriod } from '../../src/history/sessions/availability.ts';

const DAY_MS = 86_400_000;

/** All figures are exact. */
const noSpread: StreamPeriod['spread'] = {
  downMs: 0,
  degradedMs: 0,
  meanViewers: 0,
  viewerMinutes: 0,
  viewerMinutesAtRisk: 0,
};

/** A stream that was published for a whole day. */
export function samplePeriod(streamKey: string, patch: Partial<StreamPeriod> = {}): StreamPeriod {
  return {
    application: 'live',
    streamKey,
    streams: 1,
    sessions: 1,
    copies: ['live'],
    interruptions: 0,
    availableMs: DAY_MS,
    downMs: 0,
    absentMs: 0,
    unwatchedMs: 0,
    available: { least: 1, most: 1 },
    spread: noSpread,
    degradedMs: 0,
    peakViewers: 10,
    meanViewers: 5,
    viewerMinutes: 100,
    viewerMinutesAtRisk: 0,
    meanIn: 1e6,
    ...patch,
  };
}
