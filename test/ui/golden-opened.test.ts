import { resolve } from 'node:path';
import { test } from 'vitest';
import type { ScreenName } from '../../src/actions/screen-table.ts';
import type { History } from '../../src/cluster/history.ts';
import type { ClusterState, ServerRecord } from '../../src/cluster/state.ts';
import type { Spread } from '../../src/cluster/window.ts';
import type { Problem } from '../../src/triage/problem.ts';
import type { Size } from '../../src/ui/program/layout.ts';
import { everyKind } from '../support/every-kind.ts';
import { expectGolden } from '../support/golden-file.ts';
import { atRisk, cpuAt, sampleProblem } from '../support/sample-problem.ts';
import { sampleNow } from '../support/sample-state.ts';
import { answeredStreams } from './answered-streams.ts';
import { bodyColours, bodyText } from './golden.ts';
import { openScreen } from './open-screen.ts';

/** The smallest window, a common one, and those from which more stands side by side. */
const sizes: readonly Size[] = [
  { columns: 40, rows: 12 },
  { columns: 80, rows: 24 },
  { columns: 110, rows: 28 },
  { columns: 140, rows: 32 },
];

/** Between the smallest and the largest window these show what others show there. */
const twins = 'filter streams-of-a-view streams-watched journal-wrapped problem-second server-second'.split(
  ' ',
);

/** The colours of these are kept, too: together they have every tone that no whole screen has. */
const coloured = ['stream', 'groups', 'journal-filtered', 'problem', 'palette'];
const COLOURED: Size = { columns: 120, rows: 40 };

interface Place {
  readonly name: string;
  readonly screen: ScreenName;
  readonly keys: readonly string[];
}

/** The keys of the screens that only read, and what they open. */
const places: readonly Place[] = [
  { name: 'overview', screen: 'overview', keys: ['j', 'j'] },
  { name: 'server', screen: 'servers', keys: ['enter'] },
  { name: 'server-second', screen: 'servers', keys: ['j', 'enter', 'tab'] },
  { name: 'groups', screen: 'servers', keys: [':sort group', 'j'] },
  { name: 'servers-filtered', screen: 'servers', keys: ['/', ...'edge', 'enter', 'j'] },
  { name: 'streams', screen: 'streams', keys: ['j'] },
  { name: 'stream', screen: 'streams', keys: ['j', 'enter'] },
  { name: 'streams-watched', screen: 'streams', keys: ['j', ':watch', 'j', 'j', ':watch'] },
  { name: 'streams-of-a-view', screen: 'streams', keys: ['v'] },
  { name: 'applications', screen: 'applications', keys: ['j'] },
  { name: 'application', screen: 'applications', keys: ['j', 'enter'] },
  { name: 'viewer', screen: 'overview', keys: [':viewer', ...'viewer-1', 'enter'] },
  { name: 'journal', screen: 'journal', keys: ['k', 'k', 'k'] },
  { name: 'journal-rates', screen: 'journal', keys: [':rates', 'j'] },
  { name: 'journal-wrapped', screen: 'journal', keys: [':wrap', 'g'] },
  { name: 'journal-filtered', screen: 'journal', keys: ['/', ...'stream', 'enter', 'n'] },
  { name: 'problems', screen: 'problems', keys: ['j'] },
  { name: 'problem', screen: 'problems', keys: ['tab'] },
  { name: 'problem-second', screen: 'problems', keys: ['j', 'tab'] },
  { name: 'help', screen: 'streams', keys: ['?'] },
  { name: 'palette', screen: 'overview', keys: [':', ...'st', 'down'] },
  { name: 'filter', screen: 'streams', keys: ['/', ...'morn'] },
];

/** One server gone, one missing, one that accepts nothing more, and one without data. */
function troubled(): ClusterState {
  const state = answeredStreams();
  const [gone, silent] = [sampleNow - 125_000, { serverName: 'transcode-2' }];
  const servers = state.servers.map((record): ServerRecord => {
    const { serverStats } = record.server;
    const full = { ...record.server, serverStats: { ...serverStats, outBandwidth: { usage: 0, cap: 0 } } };
    const changes: Readonly<Record<string, Partial<ServerRecord>>> = {
      'edge-2a': { misses: 60, goneSince: gone, lastSeen: gone },
      'cm-3': { misses: 1 },
      'edge-1b': { server: full },
      'transcode-2': { server: silent },
    };
    return { ...record, ...changes[record.name] };
  });
  const history = endedHistory(state.history, 'server/edge-2a/', gone);
  return { ...state, servers, history };
}

/** The same history, in which the series with this prefix end at `end`. */
function endedHistory(history: History, prefix: string, end: number): History {
  const spread: History['spread'] = (key, from, to, buckets) => {
    const whole = history.spread(key, from, to, buckets);
    if (!key.startsWith(prefix)) return whole;
    const length = (to - from) / buckets;
    const cut = (values: Spread['values']) =>
      values.map((value, index) => (from + index * length >= end ? null : value));
    const { values, least, most, peak } = whole;
    return { values: cut(values), least: cut(least), most: cut(most), peak };
  };
  return { ...history, spread };
}

const server = (name: string) => ({ kind: 'server', name }) as const;
const fans = Array.from({ length: 7 }, (_, index) => ({
  ...cpuAt(90 + index),
  severity: 'warning' as const,
  hit: atRisk(100 * index),
  subject: server(`edge-${(index % 3) + 1}${'ab'[index % 2]}`),
}));
const [cpu, out] = [
  { figure: 'cpu', used: 97 },
  { figure: 'out', used: 98, usage: 1.2e9, cap: 1.25e9 },
] as const;
const streams = [
  { id: 's1', streamKey: 'radio', application: 'live', viewers: 120 },
  { id: 's2', streamKey: 'concert', isBack: true },
];

/** Each with other facts: its many members, its viewers, its beginning, and one that has cleared. */
const problems: readonly Problem[] = [
  sampleProblem(
    {
      hit: atRisk(640),
      parts: ['delivery'],
      measure: { figure: 'cpu', unit: 'percent', trend: 'steady', series: 'server/edge-1a/cpu' },
    },
    { kind: 'server-hot', facts: { measures: [cpu, out, { figure: 'mem', used: 91 }] } },
  ),
  sampleProblem(
    {
      key: 'server-gone:edge-2a',
      subject: server('edge-2a'),
      parts: ['delivery'],
      measure: { figure: 'out', unit: 'bytes/s', trend: 'rising', series: 'server/edge-2a/out' },
      since: { at: sampleNow - 60_000, known: 'before' },
      hit: { streams: { count: 12, first: streams } },
    },
    everyKind['server-gone'],
  ),
  sampleProblem(
    {
      key: 'group-short:Europe',
      severity: 'warning',
      subject: { kind: 'group', name: 'Europe' },
      measure: { figure: 'applications', unit: 'count', trend: 'falling' },
      folded: { count: 40, first: fans },
    },
    everyKind['group-short'],
  ),
  sampleProblem(
    {
      key: 'totals',
      severity: 'info',
      subject: { kind: 'cluster' },
      since: sampleNow - 3_700_000,
      acknowledged: { at: sampleNow - 20_000, until: sampleNow + 600_000, note: 'known' },
    },
    everyKind.totals,
  ),
];

const cleared: readonly Problem[] = [
  sampleProblem(
    {
      key: 'journal-storm:cm-1',
      severity: 'warning',
      subject: { kind: 'journal', object: 'Server: cm-1' },
      since: sampleNow - 400_000,
      clearedAt: sampleNow - 30_000,
    },
    everyKind['journal-storm'],
  ),
];

const open = ({ screen, keys }: Place, size: Size) =>
  openScreen(screen, troubled(), { problems, cleared, size }).hands.press(...keys);

/** What keys open, in windows of several sizes; CASTWATCH_WRITE_GOLDEN=1 writes the files again. */
test.each(places)('$name, opened by $keys on $screen, looks as in its picture', async (place) => {
  const file = resolve(import.meta.dirname, `golden/opened/${place.name}`);
  const windows = sizes.filter((_, at) => at % 3 === 0 || !twins.includes(place.name));
  expectGolden(`${file}.txt`, windows.map((size) => bodyText(open(place, size), size)).join(''));
  if (coloured.includes(place.name))
    expectGolden(`${file}.ansi`, await bodyColours(open(place, COLOURED), COLOURED));
});
