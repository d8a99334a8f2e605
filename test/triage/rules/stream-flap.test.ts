import { expect, test } from 'vitest';
import { streamFlap } from '../../../src/triage/rules/stream-flap.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { worded } from '../../support/sample-problem.ts';
import { context, evaluate, standing } from '../evaluate-rule.ts';
import { found } from '../stream-scene.ts';
import { remembered, START, stream, trackOf } from '../support.ts';

const publishes = [3, 2, 1].map((seconds) => START - 1_000 * seconds);

test('a stream that no list contains flaps by the journal alone', () => {
  expect(worded(found(streamFlap, { publishes }))).toMatchObject([
    {
      key: 'stream-flap:news',
      subject: { kind: 'stream', id: 'news', streamKey: 'news' },
      reason: 'news restarted 3 times within 2s, the last time just now; publisher 203.0.113.77:41200',
      hit: { viewers: undefined },
    },
  ]);
});

test('a stream that is away between two restarts keeps the name of its application', () => {
  const departed = [trackOf(stream({ streamKey: 'news', application: 'live', id: 's7' }), START)];
  expect(found(streamFlap, { publishes, departed })).toMatchObject([
    { subject: { kind: 'stream', id: 's7', application: 'live' }, hit: { viewers: undefined } },
  ]);
});

test('all copies of a stream flap as one, with the viewers of each', () => {
  const restarts = [180_000, 120_000, 60_000].map((ago) => START - ago);
  const copy = (application: string, viewers: number, more: object = {}) =>
    trackOf(stream({ streamKey: 'sport', application, id: application }), START, { viewers, ...more });
  const tracks = [
    copy('live', 5, { restarts }),
    copy('vod', 40, { restarts: restarts.slice(1) }),
    copy('calm', 900),
  ];
  expect(worded(found(streamFlap, { tracks }))).toMatchObject([
    {
      subject: { kind: 'stream', id: 'vod', application: 'vod' },
      reason: 'sport on live, vod restarted 3 times within 2m 00s, the last time 1m 00s ago',
      hit: { viewers: { degraded: 45 } },
    },
  ]);
});

test('a stream flaps from a number of restarts on, until no restart came for a while', () => {
  const said = (count: number, ago: number, how = context()) => {
    const restarts = Array.from({ length: count }, (_, index) => START - ago - 1_000 * (count - 1 - index));
    return evaluate(streamFlap, { streams: remembered([trackOf(stream(), START, { restarts })]) }, how);
  };
  expect(said(t.flapCount, 1_000)[0]).toContain(`restarted ${t.flapCount} times within ${t.flapCount - 1}s`);
  expect([said(t.flapCount - 1, 1_000), said(0, 0, standing())]).toEqual([[], []]);
  expect(said(t.flapCount - 1, 1_000, standing())).toHaveLength(1);
  expect(said(t.flapCount, t.flapClearFor - 1)).toHaveLength(1);
  expect(said(t.flapCount, t.flapClearFor)).toEqual([]);
});
