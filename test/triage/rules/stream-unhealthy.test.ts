import { expect, test } from 'vitest';
import type { Stream } from '../../../src/protocol/stream.ts';
import type { Severity } from '../../../src/triage/problem.ts';
import { streamUnhealthy } from '../../../src/triage/rules/stream-unhealthy.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { sentenceOf } from '../../support/sample-problem.ts';
import { found } from '../stream-scene.ts';
import { bench, START, stream, swept, trackOf } from '../support.ts';

test.each([
  [
    { healthScore: 20.4, healthGrade: 'Bad' },
    'news on live has a health of 20, Bad; 80 viewers of 100 at risk',
  ],
  [{ healthScore: 20, healthGrade: null }, 'news on live has a health of 20; 80 viewers of 100 at risk'],
  [{ healthScore: null, healthGrade: 'Bad' }, 'news on live has a health of Bad'],
  [{ healthGrade: 'No Data', application: null }, 'news has no data; 100 viewers of 100 at risk'],
  [{ inBandwidth: 0 }, 'news on live receives no bytes; 100 viewers of 100 at risk'],
] satisfies [Partial<Stream>, string][])('the sentence about an unhealthy stream: %j', (more, words) => {
  const [one] = found(streamUnhealthy, { tracks: [trackOf(stream(more), START)] });
  expect(sentenceOf(one).split('; publisher')[0]).toBe(words);
});

test('many viewers at risk are critical, and an unknown number is a warning', () => {
  const severity = (viewerCount: number | null) =>
    found(streamUnhealthy, { tracks: [trackOf(stream({ healthGrade: 'No Data', viewerCount }), START)] })[0]
      ?.severity;
  expect([severity(t.riskCrit), severity(t.riskCrit - 1)]).toEqual(['critical', 'warning']);
  const silent = stream({ healthScore: 10, viewerCount: null });
  expect(found(streamUnhealthy, { tracks: [trackOf(silent, START)] })[0]?.severity).toBe('warning');
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
    const streams = Array.from({ length: 30 }, (_, n) => {
      const id = `s-${from + n}`;
      return stream({ id, streamKey: id, healthScore: 10, healthGrade: 'Bad' });
    });
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
