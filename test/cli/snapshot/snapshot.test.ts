import { expect, test } from 'vitest';
import { textWidth } from '../../../src/base/width.ts';
import { snapshotJson } from '../../../src/cli/snapshot/json.ts';
import { listingOf } from '../../../src/cli/snapshot/read-journal.ts';
import { snapshotSchema } from '../../../src/cli/snapshot/schema.ts';
import { paintLines } from '../../../src/cli/snapshot/snapshot.ts';
import { snapshotTable } from '../../../src/cli/snapshot/table.ts';
import { createHistory } from '../../../src/cluster/create-history.ts';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { createClusterStore } from '../../../src/cluster/store.ts';
import { judgeLooks } from '../../../src/triage/one-shot.ts';
import { defaultThresholds, mergeThresholds } from '../../../src/triage/thresholds.ts';
import { problemJson } from '../../../src/views/problems/json.ts';
import { everyKind } from '../../support/every-kind.ts';
import { atRisk, sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

/** The snapshot of one look at `sampleNow`. */
function json(state: ClusterState) {
  const entries = state.journal.items.flatMap((item) => (item.kind === 'entry' ? [item.entry] : []));
  const journal = listingOf(entries, { limit: 200, totalItems: state.journal.totalItems });
  const judged = judgeLooks([{ state, at: sampleNow }], mergeThresholds(), []);
  return snapshotJson({ state, journal, cloud: undefined }, judged, sampleNow);
}

const plain = { theme: undefined, charset: 'unicode' } as const;

/** The rows below a title, up to the empty line after them. */
function below(text: string, title: string): string[] {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.startsWith(title)) + 1;
  return lines.slice(from, lines.indexOf('', from));
}

const tableOf = (state: ClusterState, snapshot = json(state)) =>
  paintLines(snapshotTable(snapshot, state, defaultThresholds), plain);

test('a whole cluster has the documented shape', () => {
  const state = sampleState();
  const snapshot = snapshotSchema.parse(JSON.parse(JSON.stringify(json(state))));
  expect(snapshot.partial).toBe(false);
  expect(snapshot.servers).toHaveLength(15);
  const heats = snapshot.servers.map(({ heat }) => Number(heat ?? -1));
  expect(Math.max(...heats)).toBe(heats[0]);
  const { value, limit } = state.dashboard.value?.viewersStats?.total ?? {};
  expect(snapshot.totals.viewers).toMatchObject({ value, limit, unlimited: false });
  const dates = snapshot.journal.map(({ at }) => at ?? '');
  expect(dates).toEqual([...dates].sort().reverse());
});

test('an empty state has nulls and empty lists, and no 0', () => {
  const { getState } = createClusterStore({ name: 'c', url: 'https://c.example' });
  const { partial, totals, servers, resources } = snapshotSchema.parse(json(getState()));
  expect([partial, servers]).toEqual([true, []]);
  expect(Object.values(totals).flatMap((one) => Object.values(one ?? {}))).not.toContain(0);
  expect(totals.viewers).toEqual({ value: null, limit: null, unlimited: null, share: null });
  expect(resources.streams).toMatchObject({ ok: false, items: 0, total: null, limit: 10_000 });
});

test('unlimited, blocked and missing limits are three different values', () => {
  const state = sampleState();
  const value = {
    viewersStats: { total: { value: 3, limit: null } },
    streamStats: { total: { value: 3, limit: 0 } },
    transcodeStats: { total: { value: 3 } },
  };
  const { totals } = json({ ...state, dashboard: { ...state.dashboard, value } });
  expect(totals.viewers).toEqual({ value: 3, limit: null, unlimited: true, share: null });
  expect(totals.streams).toEqual({ value: 3, limit: 0, unlimited: false, share: 1 });
  expect(totals.transcodeTasks).toEqual({ value: 3, limit: null, unlimited: null, share: null });
});

test('unreadable items and a list that was cut make the snapshot partial', () => {
  const state = sampleState();
  const unreadable = [{ path: 'data.viewersStats', reason: 'expected an object', item: false }];
  const doubtful = json({ ...state, dashboard: { ...state.dashboard, unreadable } });
  expect(doubtful.partial).toBe(true);
  expect(doubtful.resources.dashboard).toMatchObject({ ok: false, unreadable: 1, error: null });
  expect(doubtful.resources.streams.ok).toBe(true);
  const { value } = state.streamSweep;
  if (!value) throw new Error('no streams');
  const cut = json({ ...state, streamSweep: { ...state.streamSweep, value: { ...value, truncated: true } } });
  expect(cut.partial).toBe(true);
  expect(cut.resources.streams).toMatchObject({ ok: false, truncated: true, error: null, unreadable: 0 });
});

test('the table draws the totals of the last hour', () => {
  const text = tableOf(sampleState());
  for (const title of ['Viewers', 'Incoming', 'Outgoing']) {
    expect(text).toMatch(new RegExp(`${title}, [\\d:]{8} to [\\d:]{8} UTC\\S*\n(.*┤.*\n){5}`));
  }
  expect(tableOf(sampleState({ history: createHistory() }))).not.toMatch(/┤/);
});

test('columns of the table are aligned, also with wide names', () => {
  const lines = tableOf(sampleState()).split('\n');
  const from = lines.indexOf('Servers') + 1;
  const heads = lines.slice(from, from + 16);
  expect(heads[0]).toMatch(/^server +group +role +cpu +mem +in +out +of cap +viewers +streams$/);
  expect(new Set(heads.map((line) => textWidth(line))).size).toBe(1);
  const ascii = snapshotTable(json(sampleState()), sampleState(), defaultThresholds);
  expect(paintLines(ascii, { ...plain, charset: 'ascii' })).toMatch(/^[\x20-\x7e\n]*$/);
});

test('an empty cluster has all sections, with a dash in each and no all-clear', () => {
  const { getState } = createClusterStore({ name: 'https://c.example', url: 'https://c.example' });
  const text = tableOf(getState());
  expect(text).toMatch(/^https:\/\/c\.example {2}at \S+ {2}PARTIAL\ndashboard: not read\n/);
  expect(below(text, 'Problems')).toEqual([
    '? unknown',
    expect.stringMatching(/^not read: viewers, .*, journal$/),
  ]);
  for (const title of ['Servers', 'Streams', 'Applications', 'Journal'])
    expect(below(text, title)).toEqual(['—']);
  expect(text).not.toContain('Viewers, ');
});

test('long lists are cut in their own order, and their titles say so', () => {
  const state = sampleState();
  const stream = (at: number) => {
    const health = { healthScore: at === 7 ? 10 : 95, healthGrade: at === 7 ? 'Bad' : 'Very Good' };
    return { id: `s${at}`, streamKey: `key-${at}`, viewerCount: at, ...health };
  };
  const sweepOf = <T>(all: readonly (readonly [string, T])[], totalItems: number) => {
    return { items: new Map(all), totalItems, completedAt: sampleNow, truncated: false };
  };
  const streams = Array.from({ length: 60 }, (_, at) => [`s${at}`, stream(at)] as const);
  const applications = ['small', 'big'].map((name, at) => [name, { name, viewerCount: at + 1 }] as const);
  const crowded = {
    ...state,
    streamSweep: { ...state.streamSweep, value: sweepOf(streams, 70) },
    applicationSweep: { ...state.applicationSweep, value: sweepOf(applications, 2) },
  } as ClusterState;
  const text = tableOf(crowded);
  expect(text).toContain('\nStreams (50 of 70)\n');
  expect(text).toContain('\nApplications\n');
  const keys = below(text, 'Streams (').map((line) => /key-(\d+)/.exec(line)?.[1]);
  expect(keys).toHaveLength(51);
  expect(keys.slice(1, 4)).toEqual(['7', '59', '58']);
  const names = below(text, 'Applications').map((line) => line.split(' ')[0]);
  expect(names.slice(1)).toEqual(['big', 'small']);
  const snapshot = json(crowded);
  const entry = snapshot.journal[0];
  const entries = Array.from({ length: 25 }, () => ({ ...entry, message: 'm'.repeat(80), object: null }));
  const journal = below(tableOf(crowded, { ...snapshot, journal: entries } as typeof snapshot), 'Journal');
  expect(journal).toHaveLength(21);
  expect(journal[1]).toMatch(/ {2}— {5,}m{59}…$/);
});

test('missing data is named with its reason, in the tones of the screens', () => {
  const state = sampleState();
  const snapshot = json(state);
  const { streams, applications } = snapshot.resources;
  const resources = {
    ...snapshot.resources,
    streams: { ...streams, ok: false, unreadable: 3 },
    applications: { ...applications, ok: false, truncated: true, items: 5, total: 9 },
  };
  const problems = [{ severity: 'critical', title: 'Limit', summary: 'viewers 99%' }];
  const lacking = { ...snapshot, resources, problems } as typeof snapshot;
  const text = tableOf(state, lacking);
  expect(text).toContain('\nstreams: 3 items could not be understood\n');
  expect(text).toContain('\napplications: only 5 of 9 were read\n');
  expect(text).not.toMatch(/^servers: /m);
  expect(below(text, 'Problems')).toEqual(['✖ CRITICAL Limit viewers 99%']);
  const lines = snapshotTable(snapshot, state, defaultThresholds);
  const at = lines.findIndex((line) => line[0]?.text === 'Health');
  const [head = [], grade = []] = lines.slice(at + 1);
  expect(new Set(head.map(({ tone }) => tone))).toEqual(new Set(['dim', undefined]));
  expect(grade[0]).toEqual(
    expect.objectContaining({ tone: expect.any(String), text: expect.stringMatching(/^\S/) }),
  );
  expect(grade.at(-1)).not.toHaveProperty('tone');
});

test.each(Object.values(everyKind))('the schema accepts a printed problem of the kind $kind', (told) => {
  const problem = JSON.parse(JSON.stringify(problemJson(sampleProblem({ hit: atRisk(5) }, told))));
  const snapshot = { ...json(sampleState()), problems: [problem] };
  expect(snapshotSchema.parse(JSON.parse(JSON.stringify(snapshot))).problems).toEqual([problem]);
});
