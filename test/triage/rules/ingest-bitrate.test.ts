import { expect, test } from 'vitest';
import type { IngestTrack } from '../../../src/triage/memory/ingest.ts';
import type { StreamTrack } from '../../../src/triage/memory/streams.ts';
import { ingestBitrate } from '../../../src/triage/rules/ingest-bitrate.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { problemTitle } from '../../../src/views/problems/words.ts';
import { findingsOf } from '../evaluate-rule.ts';
import { remembered, START, stream, trackOf } from '../support.ts';

/** A stream whose ingest has been at this percentage of its usual bitrate for this long. */
function bringing(percent: number, more: Partial<IngestTrack> = {}, key = 'live/news', ms = t.ingestFor) {
  const [application, streamKey] = key.split('/');
  const low = [
    { at: START - ms - 1_000, share: 1 },
    { at: START - ms, share: percent / 100 },
  ];
  const ingest = { now: 10 * percent, usual: 1_000, samples: 9, low, falls: [], below: true, ...more };
  return trackOf(stream({ streamKey, application }), START, { ingest });
}

const findings = (...tracks: readonly StreamTrack[]) =>
  findingsOf(ingestBitrate, { streams: remembered(tracks) });
const severities = (...tracks: readonly StreamTrack[]) => findings(...tracks).map(({ severity }) => severity);

test('a stream whose ingest is clearly below its usual bitrate for a while is reported', () => {
  expect(severities(bringing(100 - t.ingestWarn))).toEqual(['warning']);
  expect(severities(bringing(100 - t.ingestCrit))).toEqual(['critical']);
  expect(severities(bringing(101 - t.ingestWarn))).toEqual([]);
  expect(severities(bringing(10, {}, 'live/news', t.ingestFor - 1))).toEqual([]);
  expect(severities(trackOf(stream(), START))).toEqual([]);
});

test.each([
  ['low', [40, 20, 30], []],
  ['swings', [40, 40, 40], [0, 2, 1]],
] as const)('copies of a stream follow from the worst one: %s', (_, percents, swings) => {
  const tracks = ['live/news', 'vod/news', 'live/sport'].map((key, n) =>
    bringing(percents[n] ?? 0, { falls: falls(swings[n] === undefined ? 0 : t.flapCount + swings[n]) }, key),
  );
  const causes = findings(...tracks).map(({ key, within }) => [
    key,
    (within ?? []).filter((cause) => cause.startsWith('ingest')),
  ]);
  expect(causes).toEqual([
    ['ingest-bitrate:vod/news', []],
    ['ingest-bitrate:live/sport', []],
    ['ingest-bitrate:live/news', ['ingest-bitrate:vod/news']],
  ]);
});

/** This many drops, a second apart, the last one this long ago. */
function falls(count: number, ago = 1_000) {
  return Array.from({ length: count }, (_, index) => START - ago - 1_000 * (count - 1 - index));
}

test('a stream whose bitrate often drops for a while is unsteady, and not reported as low as well', () => {
  const judged = (count: number, ago?: number) =>
    findings(bringing(10, { falls: falls(count, ago) })).map((one) => problemTitle(one));
  expect(judged(t.flapCount)).toEqual(['Ingest bitrate swings']);
  expect(judged(t.flapCount - 1)).toEqual(['Ingest bitrate low']);
  expect(judged(t.flapCount, t.flapClearFor - 1)).toEqual(['Ingest bitrate swings']);
  expect(judged(t.flapCount, t.flapClearFor)).toEqual(['Ingest bitrate low']);
});
