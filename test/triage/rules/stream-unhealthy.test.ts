import { expect, test } from 'vitest';
import type { Stream } from '../../../src/protocol/stream.ts';
import type { Severity } from '../../../src/triage/problem.ts';
import { streamUnhealthy } from '../../../src/triage/rules/stream-unhealthy.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { sentenceOf } from '../../support/sample-problem.ts';
import { found } from '../stream-scene.ts';
import { bench, manyStreams, START, stream, swept, trackOf } from '../support.ts';

test.each([
  [{ healthScore: 20.4, healthGrade: 'Bad' }, 'on live has a health of 20, Bad; 80 viewers of 100 at risk'],
  [{ healthScore: 20, healthGrade: null }, 'on live has a health of 20; 80 viewers of 100 at risk'],
  [{ healthScore: null, healthGrade: 'Bad' }, 'on live has a health of Bad'],
  [{ healthGrade: 'No Data', application: null }, 'has no data; 100 viewers of 100 at risk'],
  [{ inBandwidth: 0 }, 'on live receives no bytes; 100 viewers of 100 at risk'],
] satisfies [Partial<Stream>, string][])('the sentence about an unhealthy stream: %j', (more, words) => {
  const [one] = found(streamUnhealthy, { tracks: [trackOf(stream(more), START)] });
  expect(sentenceOf(one).split('; publisher')[0]).toBe(`news ${words}`);
});

test('many viewers at risk are critical, and an unknown number is a warning', () => {
  const severity = (viewerCount: number | null, more: Partial<Stream> = { healthGrade: 'No Data' }) => {
    const tracks = [trackOf(stream({ viewerCount, ...more }), START)];
    return found(streamUnhealthy, { tracks })[0]?.severity;
  };
  expect([severity(t.riskCrit), severity(t.riskCrit - 1)]).toEqual(['critical', 'warning']);
  expect(severity(null, { healthScore: 10 })).toBe('warning');
});

test('a stream stays unhealthy until its score is clearly better', () => {
  const said = (healthScore: number, standing?: Severity) =>
    found(streamUnhealthy, {
      tracks: [trackOf(stream({ healthScore, healthGrade: 'Odd' }), START)],
      ...(standing && { standing }),
    }).length;
  expect([said(t.healthBad - 1), said(t.healthBad)]).toEqual([1, 0]);
  expect([said(t.healthClear - 1, 'warning'), said(t.healthClear, 'warning')]).toEqual([1, 0]);
});

test('of a long list only the streams of the last sweep count', () => {
  const b = bench();
  const sick = (from: number) => {
    const streams = manyStreams(from + 30, () => ({ healthScore: 10, healthGrade: 'Bad' })).slice(from);
    return (now: number, step: number) => {
      const { streamSweep } = swept(streams, 9_000)(now, step);
      const value = streamSweep?.value && { ...streamSweep.value, truncated: true };
      return streamSweep ? { streamSweep: { ...streamSweep, value } } : {};
    };
  };
  b.during(300_000, 60_000, sick(0));
  const { problems } = b.during(120_000, 60_000, sick(20));
  expect(sentenceOf(problems[0])).toMatch(/^at least 30 streams are unhealthy: /);
});
