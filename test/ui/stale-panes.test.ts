import { describe, expect, test } from 'vitest';
import { type ScreenName, screenNames, tabOf } from '../../src/actions/screen-table.ts';
import { resources } from '../../src/cluster/resources.ts';
import type { ClusterState } from '../../src/cluster/state.ts';
import { bodyArea } from '../../src/ui/program/layout.ts';
import { screenOf } from '../../src/ui/screens/registry.ts';
import type { Pane } from '../../src/ui/view.ts';
import { unhealthyStreams } from '../../src/views/streams/unhealthy-streams.ts';
import { textOf as lineText } from '../support/drawn-table.ts';
import { calm } from '../support/fake-services.ts';
import { panesOf } from '../support/panes-of.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { sampleView } from '../support/sample-view.ts';
import { openScreen } from './open-screen.ts';

const OLD_MS = 42_000;
const SIZE = { columns: 140, rows: 50 };

/** As if no resource had answered for 42 s: a request hangs, so that there is not even an error. */
function silent(state: ClusterState): ClusterState {
  const silence = { updatedAt: sampleNow - OLD_MS, interval: 2_000, error: undefined };
  const old = resources.filter(({ key }) => state[key].updatedAt !== undefined);
  return { ...state, ...Object.fromEntries(old.map(({ key }) => [key, { ...state[key], ...silence }])) };
}

const panesShown = (screen: ScreenName, state: ClusterState, patch = {}): readonly Pane[] => {
  const shown = screenOf(screen);
  return panesOf(shown, sampleView(state), { ...shown.initial, ...patch }, bodyArea(SIZE));
};

const textOf = (pane: Pane) => pane.lines.map(lineText).join('\n');
/** Tones that tell the current state. */
const LIVE = new Set(['ok', 'warn', 'crit', 'in', 'out', 'info', 'bold', 'badgeCrit']);
const liveTones = ({ lines }: Pane) =>
  lines.slice(1, -1).flatMap((line) => line.filter(({ tone, text }) => LIVE.has(tone ?? '') && text.trim()));

/** The screens of Admin show answers to single requests, each with the time of its request. */
const polled = screenNames.filter((name) => tabOf(name) !== 'admin');

describe('a pane whose resource stopped answering', () => {
  test.each(polled)('says so and is dimmed, on %s', (name) => {
    for (const pane of panesShown(name, silent(sampleState()))) {
      if (pane.id !== 'journal.histogram')
        expect(textOf(pane).split('\n')[0], pane.id).toMatch(/STALE 42s|Detail/);
      expect(liveTones(pane), pane.id).toEqual([]);
    }
    for (const pane of panesShown(name, sampleState())) expect(textOf(pane)).not.toContain('STALE');
  });

  test('is marked in the same way in an opened server, with its charts', () => {
    const panes = panesShown('servers', silent(sampleState()), { opened: 'edge-1a' });
    for (const pane of panes) expect(textOf(pane)).toContain('STALE 42s');
  });

  test('has no axis that ends in "now", and calls nothing hot, gone or short', () => {
    const state = silent(sampleState());
    const servers = state.servers.map((record, index) =>
      index === 0 ? { ...record, misses: 3, goneSince: sampleNow - 60_000 } : record,
    );
    const gone = { ...state, servers };
    for (const name of ['overview', 'servers'] as const) {
      const text = panesShown(name, gone).map(textOf).join('\n');
      expect(text).not.toMatch(/\bnow\b|hottest|GONE/);
      expect(text).toContain('unknown');
    }
  });

  test('is told once, and the header does not say that all is well', () => {
    const { hands } = openScreen('overview', silent(sampleState()), { size: SIZE });
    const [header, , problem] = hands.lacks('STALE').screen.split('\n');
    expect(header).toMatch(/^[^✔]*\? unknown[^✔]*$/);
    expect(problem).toContain('✖ NO ANSWER for 42s · nothing is known of it now · as of');
  });
});

/** The sample state without its unhealthy streams, all of it read. */
function wellState(): ClusterState {
  const state = sampleState();
  const sick = new Set(unhealthyStreams(state, calm).map(({ stream }) => stream.id));
  const read = { totalItems: 0, completedAt: sampleNow, truncated: false };
  const items = new Map([...(state.streamSweep.value?.items ?? [])].filter(([id]) => !sick.has(id)));
  return {
    ...state,
    streamSweep: { ...state.streamSweep, value: { ...read, items } },
    applicationSweep: {
      ...state.applicationSweep,
      value: { ...read, items: new Map() },
      updatedAt: sampleNow,
    },
  };
}

/** Words that call something well. */
const ALL_CLEAR = /✔|all fine|\bis unhealthy, of|\bnone\b|[Aa]ll well|[Nn]o problem/;

test.each(polled)('nothing is called well while the cluster does not answer, on %s', (name) => {
  const well = wellState();
  const text = (state: ClusterState) =>
    (name === 'streams' ? ['all', 'worst'] : [undefined])
      .flatMap((part) => panesShown(name, state, part && { part }).map(textOf))
      .join('\n');
  if (['overview', 'streams', 'problems'].includes(name)) expect(text(well)).toMatch(ALL_CLEAR);
  expect(text(silent(well))).not.toMatch(ALL_CLEAR);
});
