import { expect, test } from 'vitest';
import { incidentTimeline } from '../../src/simulator/incident.ts';
import { createTriage } from '../../src/triage/engine.ts';
import { mergeThresholds, defaultThresholds as t } from '../../src/triage/thresholds.ts';
import { feed } from './feed.ts';

const POLL = 2_000;
const SWEEP = 60_000;

/** When a strand of the story begins, ms; a flapping stream's is the restart that makes it flap. */
function begins(what: (typeof incidentTimeline)[number]['what']): number {
  const strand = incidentTimeline.find((one) => one.what === what);
  return 1_000 * (strand?.restarts?.[t.flapCount - 1] ?? strand?.start ?? Number.NaN);
}

/** The edge fills up over this long, and the others take over a dead transcoder's tasks after that long, ms. */
const RAMP = 60_000;
const TAKEOVER = 6_000;

test.each([1, 2, 3])(
  'incident, seed %i: the expected problems in order, each in time, none else',
  (seed) => {
    const source = feed('incident', seed, POLL);
    const { layout, subjects, table } = source.world.model;
    if (!subjects) throw new Error('the incident hits nobody');
    const serverOf = (app: number) => layout.servers[layout.apps[app]?.server ?? -1]?.name;
    const keyOf = (stream: number) => table.keys[stream];
    const ingest = layout.apps[table.origin[subjects.zombie] ?? -1]?.name;
    const expected: readonly (readonly [key: string, latest: number, worst: string])[] = [
      [`server-gone:${serverOf(subjects.transcoder)}`, begins('transcoder-gone') + 3 * POLL, 'critical'],
      [
        `server-hot:${serverOf(subjects.edge)}`,
        begins('edge-saturated') + RAMP + t.hotFor + POLL,
        'critical',
      ],
      [`stream-flap:${keyOf(subjects.flapping[0])}`, begins('flapping-1') + POLL, 'warning'],
      [`stream-flap:${keyOf(subjects.flapping[1])}`, begins('flapping-2') + POLL, 'warning'],
      [
        `stream-zombie:${ingest}/${keyOf(subjects.zombie)}`,
        begins('zombie') + (t.zombiePolls + 1) * SWEEP,
        'warning',
      ],
      ['transcoders:cluster', begins('transcoder-gone') + TAKEOVER + t.transcodeFor + POLL, 'critical'],
    ];
    const triage = createTriage({ thresholds: mergeThresholds() });
    const fired = new Map<string, number>();
    while (source.elapsed() < 1_100_000) {
      const { state, now, elapsed } = source.next();
      for (const { key } of triage.step(state, now).problems) if (!fired.has(key)) fired.set(key, elapsed);
    }
    expect([...fired.keys()]).toEqual(expected.map(([key]) => key));
    for (const [key, latest] of expected) expect(fired.get(key), key).toBeLessThanOrEqual(latest);
    const { problems, cleared, timeline } = triage.state();
    expect(problems).toEqual([]);
    // Each of them once, although every strand swings and ends on its own.
    expect(cleared.map(({ key }) => key).sort()).toEqual(expected.map(([key]) => key).sort());
    expect(new Map(timeline.map(({ key, severity }) => [key, severity]))).toEqual(
      new Map(expected.map(([key, , worst]) => [key, worst])),
    );
  },
  60_000,
);

test('ten hours of steady: none at all', () => {
  const source = feed('steady', 1, 20_000);
  const triage = createTriage({ thresholds: mergeThresholds() });
  while (source.elapsed() < 36_000_000) {
    const { state, now } = source.next();
    const { problems } = triage.step(state, now);
    if (problems.length > 0) expect(problems).toEqual([]);
  }
  expect(triage.state()).toEqual({ problems: [], cleared: [], timeline: [] });
}, 60_000);

test('peak: limits come near, nothing vanishes or flaps', () => {
  const source = feed('peak', 1, POLL);
  const triage = createTriage({ thresholds: mergeThresholds() });
  const rules = new Set<string>();
  while (source.elapsed() < 1_200_000) {
    const { state, now } = source.next();
    for (const { rule } of triage.step(state, now).problems) rules.add(rule);
  }
  expect(rules).toContain('limit');
  for (const rule of [
    'server-gone',
    'stream-flap',
    'stream-zombie',
    'manager',
    'group-short',
    'stale',
    'restart',
  ]) {
    expect(rules).not.toContain(rule);
  }
}, 60_000);
