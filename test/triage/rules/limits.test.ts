import { expect, test } from 'vitest';
import { createHistory } from '../../../src/cluster/create-history.ts';
import type { LimitChange } from '../../../src/cluster/state.ts';
import type { Severity } from '../../../src/triage/problem.ts';
import { limitChanged } from '../../../src/triage/rules/limit-changed.ts';
import { applicationLimits, limits } from '../../../src/triage/rules/limits.ts';
import { standstill } from '../../../src/triage/rules/standstill.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { sentenceOf, worded } from '../../support/sample-problem.ts';
import { context, factsOf, findingsOf, standing } from '../evaluate-rule.ts';
import { bare, bench, START, server, total } from '../support.ts';

const empty = bench().state();

/** The finding for a limit that changed, at this load. */
function findings(
  change: Partial<LimitChange>,
  value: number,
  limit: number | null,
  how = context(),
  { history = empty.history, ...more }: { history?: typeof empty.history } & Record<string, unknown> = {},
) {
  const { measure = 'streams', level = 'cluster', object = 'cluster' } = change;
  const full: LimitChange = { measure, level, object, value: 1, limit, before: 100, ...change };
  const stats = { viewers: 'viewersStats', streams: 'streamStats', transcode: 'transcodeStats' };
  const load = { [stats[measure as keyof typeof stats]]: { total: { value, limit } } };
  const state = {
    history,
    ...bare([], load)(START, 0),
    events: [
      { at: START - 1_000, kind: 'limit-changed', subject: object, message: 'the limit fell', limit: full },
    ],
  };
  return findingsOf(limitChanged, { state, ...more }, how);
}
const changed = (...of: Parameters<typeof findings>) =>
  findings(...of).map((finding) => `${finding.severity}: ${sentenceOf(finding)}`);

/** A minute of so many viewers. */
function steady(value: number) {
  const history = createHistory();
  for (const at of [START - 60_000, START]) history.dashboard(total(value), at, 10_000, 0);
  return history;
}

test('a limit that fell is as severe as it is nearly used; one that rose or was removed is only news', () => {
  expect(changed({ before: 100 }, 10, 50)).toEqual(['info: stream limit fell 100 → 50, 1 were there']);
  expect(changed({ before: 100 }, t.limitWarn / 2, 50)[0]).toBe(
    `warning: stream limit fell 100 → 50, 1 were there; now ${t.limitWarn}% of it in use`,
  );
  expect(changed({ before: 100 }, t.limitCrit / 2, 50)[0]).toMatch(/^critical/);
  expect(changed({ before: null }, t.limitCrit / 2, 50)[0]).toMatch(/^critical/);
  expect(changed({ before: 40 }, t.limitCrit / 2, 50)[0]).toMatch(/^info/);
  expect(changed({ before: 50 }, t.limitCrit / 2, 50)[0]).toMatch(/^info/);
  expect(changed({ before: 100 }, 10, null)[0]).toMatch(/^info/);
  expect(changed({ before: 100 }, 1, 0)[0]).toBe('critical: stream limit fell 100 → 0, 1 were there');
});

test('transcoding tasks have thresholds of their own', () => {
  const tasks = (percent: number) =>
    changed({ measure: 'transcode', before: 200 }, percent, 100)[0]?.split(':')[0];
  expect([tasks(t.transcodeWarn - 1), tasks(t.transcodeWarn)]).toEqual(['info', 'warning']);
  expect(tasks(t.transcodeCrit)).toBe('critical');
});

test('a limit that is nearly used clears a little lower; mere news does not become a warning there', () => {
  const value = t.limitWarn - t.clearMargin;
  const severityOf = (severity: Severity) =>
    changed({ before: 200 }, value, 100, standing(severity))[0]?.split(':')[0];
  expect([severityOf('warning'), severityOf('info')]).toEqual(['warning', 'info']);
});

test('the climb towards a limit that fell is that of its own series', () => {
  const climb = { since: START, perMinute: 2, used: 90, full: 100, fullAt: START + 300_000 };
  const words = (series: string, change: Partial<LimitChange>) => {
    const climbs = new Map([[series, climb]]);
    return changed({ before: 200, ...change }, t.limitWarn, 100, context(), { climbs })[0] ?? '';
  };
  expect(words('total/streams', {})).toContain('+2.0%/min');
  expect(words('total/viewers', {})).not.toContain('%/min');
  expect(findings({}, 10, 50)[0]?.subject).toEqual({ kind: 'cluster' });
  const ofGroup = findings({ level: 'group', object: 'EU' }, 10, 50)[0];
  expect(ofGroup?.subject).toEqual({ kind: 'group', name: 'EU' });
});

test('a limit that refuses viewers while their number stays level says so, with the number refused', () => {
  const history = steady(99);
  const journal = { refusals: { count: 4, text: 'Viewer refused' } };
  const of = (value: number) =>
    findings({ measure: 'viewers', before: 200 }, value, 100, context(), { history, journal })[0];
  expect(worded(of(99))).toMatchObject({
    severity: 'critical',
    reason: expect.stringContaining('; viewers stay at 99, 4 refusals in the journal: Viewer refused'),
    hit: { viewers: { lost: 4 } },
  });
  expect(sentenceOf(of(t.limitWarn))).not.toContain('viewers stand');
});

test('a limit of 0 blocks: always for the cluster, for a group only when something is there', () => {
  const judged = (total: object, group: object) => {
    const stats = { viewersStats: { total, groups: [{ name: 'EU', ...group }] } };
    return findingsOf(limits, { state: bare([], stats)(START, 0) }).map(({ subject }) => subject);
  };
  const open = { value: 5, limit: null };
  expect(judged({ value: 0, limit: 0 }, open)).toEqual([{ kind: 'cluster' }]);
  expect(judged(open, { value: 0, limit: 0 })).toEqual([]);
  expect(judged(open, { value: 1, limit: 0 })).toEqual([{ kind: 'group', name: 'EU' }]);
  expect(findingsOf(limits, {})).toEqual([]);
});

test('viewers are refused at a full limit of viewers or of outgoing traffic, and say how many', () => {
  const history = steady(500);
  const refusals = { count: 4, text: 'Viewer refused', first: START - 50_000 };
  const of = (stats: object) => {
    const state = { history, ...bare([], stats)(START, 0) };
    return worded(findingsOf(limits, { state, journal: { refusals } })[0]);
  };
  const full = { total: { value: t.limitCrit, limit: 100 } };
  const refused = {
    title: 'Viewers refused at a limit',
    reason: expect.stringContaining('; viewers stay at 500, 4 refusals in the journal: Viewer refused'),
    hit: { viewers: { lost: 4 } },
    since: START - 50_000,
  };
  for (const stats of ['viewersStats', 'outgoingTraffic'])
    expect(of({ [stats]: full })).toMatchObject(refused);
  for (const stats of ['streamStats', 'incomingTraffic'])
    expect(of({ [stats]: full })).toMatchObject({ title: 'Limit near' });
  const groups = [{ name: 'EU', ...full.total }];
  expect(of({ viewersStats: { groups } })).toMatchObject({
    ...refused,
    subject: { kind: 'group', name: 'EU' },
    within: ['limit:viewers', 'limit-changed:viewers/cluster', 'limit-changed:viewers/EU'],
  });
  const near = { value: t.limitCrit - 1, limit: 100 };
  expect(of({ viewersStats: { total: near } })).toMatchObject({ title: 'Limit near' });
});

test('a change of a limit is news for its time, and stays while the limit is nearly used', () => {
  const later = (ms: number) => context({ now: START - 1_000 + ms });
  expect(changed({}, 10, 50, later(t.eventFor - 1))).toHaveLength(1);
  expect(changed({}, 10, 50, later(t.eventFor))).toEqual([]);
  expect(changed({}, 49, 50, later(t.eventFor))).toHaveLength(1);
});

test('the problem names who shares the limit and what the journal refuses, or that viewers stay level', () => {
  const refusals = { count: 4, text: 'Viewer refused' };
  const of = (value: number, journal: object) =>
    changed({ measure: 'viewers', before: 200 }, value, 100, context(), { journal })[0] ?? '';
  expect(of(t.limitWarn, {})).toContain(`; ${t.limitWarn} viewers share it, no refusals in the journal yet`);
  expect(of(t.limitWarn, { refusals })).toContain('4 refusals in the journal: Viewer refused');
  expect(of(10, { refusals })).toBe('info: viewer limit fell 200 → 100, 1 were watching');
  expect(changed({ measure: 'streams', before: 200 }, t.limitWarn, 100)[0]).not.toContain('share it');
});

test('viewers stay level when they have not grown for a minute and several were refused', () => {
  const history = createHistory();
  const say = (at: number, value: number) => history.dashboard(total(value), at, 10_000, 0);
  for (let at = START - 120_000; at < START; at += 10_000) say(at, 10_000);
  const words = (count: number, last: number) => {
    say(START, last);
    const facts = { state: { history }, journal: { refusals: { count, text: 'refused' } } };
    return standstill(factsOf(facts), context());
  };
  expect(words(3, 10_100)).toEqual({ viewers: 10_100, refusals: { count: 3, text: 'refused' } });
  expect([words(3, 10_101), words(2, 10_000)]).toEqual([undefined, undefined]);
  const unknown = factsOf({ journal: { refusals: { count: 9, text: '' } } });
  expect(standstill(unknown, context())).toBeUndefined();
});

test('an application near its limit is reported; no limit means unlimited, zero refuses the role, and a missing server is not measured, a gone one not full', () => {
  const judged = (count: number | null, cap: number | null | undefined, missing = {}) => {
    const one = server('edge-1', { applications: [{ name: 'live', viewers: { count, cap } }] });
    const servers = (bare([one])(START, 0).servers ?? []).map((record) => ({ ...record, ...missing }));
    const found = findingsOf(applicationLimits, { state: { servers } });
    return found.map((one) => `${one.severity} ${one.key}`);
  };
  const key = 'application-limit:edge-1/live';
  expect(judged(t.limitWarn, 100)).toEqual([`warning ${key}/viewers`]);
  expect(judged(t.limitCrit, 100)).toEqual([`critical ${key}/viewers`]);
  for (const limit of [null, 0, undefined]) expect(judged(5, limit)).toEqual([]);
  expect([judged(t.limitWarn - 1, 100), judged(null, 5)]).toEqual([[], []]);
  expect(judged(99, 100, { misses: 1 })).toEqual([`undefined ${key}/viewers`, `undefined ${key}/streams`]);
  expect(judged(99, 100, { misses: 3, goneSince: START })).toEqual([]);
});
