import { expect, test } from 'vitest';
import type { ServerRecord } from '../../src/cluster/state.ts';
import type { Stream } from '../../src/protocol/stream.ts';
import type { StreamTrack } from '../../src/triage/memory/streams.ts';
import type { Severity } from '../../src/triage/problem.ts';
import type { Finding, Rule, RuleInput } from '../../src/triage/rule.ts';
import { streamUnhealthy } from '../../src/triage/rules/stream-unhealthy.ts';
import { defaultThresholds as t } from '../../src/triage/thresholds.ts';
import { sentenceOf } from '../support/sample-problem.ts';
import { bench, byKey, record, START, server, stream, trackOf } from './support.ts';

const empty = bench().state();

interface Scene {
  readonly tracks?: readonly StreamTrack[];
  readonly servers?: readonly ServerRecord[];
  readonly publishes?: readonly number[];
  readonly standing?: Severity;
}

function facts({ tracks = [], servers = [], publishes }: Scene): RuleInput {
  return {
    state: { ...empty, servers },
    streams: { tracks: byKey(tracks) },
    journal: {
      publishes: new Map(publishes && [['news', publishes]]),
      publishers: new Map([['news', '203.0.113.77:41200']]),
    },
  } as unknown as RuleInput;
}

function found(rule: Rule, scene: Scene): readonly Finding[] {
  const context = { now: START, thresholds: t, active: () => scene.standing };
  return rule.evaluate(facts(scene), context) as readonly Finding[];
}

const carrying = (name: string, application: string) =>
  record(server(name, { applications: [{ name: application }] }), START);

test.each([
  [
    { healthScore: 20.4, healthGrade: 'Bad' },
    'news on live has a health of 20, Bad; 80 viewers of 100 at risk',
  ],
  [{ healthScore: 20, healthGrade: null }, 'news on live has a health of 20; 80 viewers of 100 at risk'],
  [{ healthScore: null, healthGrade: 'Bad' }, 'news on live has a health of Bad'],
  [{ healthGrade: 'No Data', application: null }, 'news has no data; 100 viewers of 100 at risk'],
  [{ inBandwidth: 0 }, 'news on live receives no bytes; 100 viewers of 100 at risk'],
] satisfies [Partial<Stream>, string][])('an unhealthy stream, in words: %j', (more, words) => {
  const [one] = found(streamUnhealthy, { tracks: [trackOf(stream(more), START)] });
  expect(sentenceOf(one).split('; publisher')[0]).toBe(words);
});

test('so many viewers at risk are critical; where they are not known, it is a warning', () => {
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

test('unhealthy on one application alone, it follows from the servers of that one', () => {
  const copy = (application: string, healthScore: number) =>
    trackOf(stream({ application, id: application, healthScore, healthGrade: 'Good' }), START);
  const servers = [carrying('edge-1', 'play'), carrying('edge-2', 'other')];
  const causes = (...tracks: readonly StreamTrack[]) =>
    found(streamUnhealthy, { tracks, servers })
      .find(({ key }) => key === 'stream-unhealthy:play/news')
      ?.explainedBy?.filter((key) => key.includes('edge'));
  expect(causes(copy('play', 20), copy('live', t.healthClear))).toEqual([
    'server-gone:edge-1',
    'server-hot:edge-1',
    'edge-delivery:edge-1',
  ]);
  expect([causes(copy('play', 20), copy('live', t.healthClear - 1)), causes(copy('play', 20))]).toEqual([
    [],
    [],
  ]);
});
