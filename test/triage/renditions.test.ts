import { expect, test } from 'vitest';
import { streamKeys } from '../../src/triage/hit-streams.ts';
import { withFewerRenditions } from '../../src/triage/renditions.ts';
import type { RuleInput } from '../../src/triage/rule.ts';
import { byKey, START, stream, trackOf } from './support.ts';

test('the most watched of the streams that lost renditions is named first', () => {
  const lost = (name: string, viewerCount: number | null, fewerSince: number | undefined) =>
    trackOf(stream({ streamKey: name, viewerCount }), START, { fewerSince });
  const tracks = byKey([
    lost('few', 5, START),
    lost('unknown', null, START),
    lost('many', 90, START + 1),
    lost('before', 900, START - 1),
    lost('never', 900, undefined),
  ]);
  const poorer = withFewerRenditions({ streams: { tracks } } as RuleInput, START);
  expect(streamKeys(poorer)).toEqual(['many', 'few', 'unknown']);
});
