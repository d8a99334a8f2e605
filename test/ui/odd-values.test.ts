import { expect, test } from 'vitest';
import type { ScreenName } from '../../src/actions/screen-table.ts';
import { mergeRound } from '../../src/cluster/journal/merge.ts';
import { reduceJournal } from '../../src/cluster/journal/reduce.ts';
import { JournalRound } from '../../src/cluster/journal/round.ts';
import { reduceDashboard, reduceTopology } from '../../src/cluster/reduce-dashboard.ts';
import { arrived, emptyList, mergePages } from '../../src/cluster/reduce-lists.ts';
import type { ApplicationQuery, ClusterState, StreamQuery } from '../../src/cluster/state.ts';
import { createClusterStore } from '../../src/cluster/store.ts';
import { decode } from '../../src/http/decode.ts';
import type { Application } from '../../src/protocol/application.ts';
import { pagePlace } from '../../src/protocol/paging.ts';
import type { Parsed } from '../../src/protocol/parsed-response.ts';
import type { Stream } from '../../src/protocol/stream.ts';
import { screenOf } from '../../src/ui/screens/registry.ts';
import type { Pane } from '../../src/ui/view.ts';
import { textOf } from '../support/drawn-table.ts';
import { fullResponses } from '../support/full-responses.ts';
import { type JsonPath, oddValues, pathsOf, withValueAt } from '../support/mutate-json.ts';
import { panesOf } from '../support/panes-of.ts';
import { plainView } from '../support/plain-view.ts';

const NOW = 1_768_478_401_000;
// Too narrow for a detail beside the list.
const AREA = { x: 0, y: 3, width: 139, height: 56 };
const asked = { page: 1, rowsPerPage: 100 };

function parsed<N extends Parameters<typeof decode>[0]>(endpoint: N, json: unknown) {
  const request = { endpoint, method: 'GET', path: '/', headers: {} } as const;
  return decode(endpoint, request, new TextEncoder().encode(JSON.stringify(json)));
}

function reply<T>({ value, unreadable }: Parsed<{ data: T }>) {
  return { value: value.data, unreadable, generatedAt: NOW };
}

function listOf<T, Q>(
  value: Parameters<typeof pagePlace>[0] & { readonly list: readonly T[] },
  identity: (item: T) => string,
) {
  const { offset, totalItems = 0 } = pagePlace(value, asked);
  const page = [{ offset, items: value.list, totalItems }];
  return mergePages(emptyList<T, Q>({} as Q), page, {
    window: { from: 0, to: 40 },
    orderIgnored: false,
    identity,
  });
}

/** The state that one response makes of an empty one, with the reducers of the pollers. */
const reducers = {
  dashboard: (state: ClusterState, json: unknown) =>
    reduceDashboard(state, reply(parsed('dashboard', json)), NOW),
  topology: (state: ClusterState, json: unknown) =>
    reduceTopology(state, reply(parsed('topology', json)), NOW),
  streams(state: ClusterState, json: unknown): ClusterState {
    const response = reply(parsed('streams', json));
    const list = listOf<Stream, StreamQuery>(response.value, ({ id }) => id);
    return { ...state, streams: arrived(state.streams, list, response, NOW) };
  },
  applications(state: ClusterState, json: unknown): ClusterState {
    const response = reply(parsed('applications', json));
    const list = listOf<Application, ApplicationQuery>(response.value, ({ id, name }) => id ?? name);
    return { ...state, applications: arrived(state.applications, list, response, NOW) };
  },
  journal(state: ClusterState, json: unknown): ClusterState {
    const response = reply(parsed('journal', json));
    const round = new JournalRound(state.journal);
    round.add(response.value.list, false);
    const journal = mergeRound(state.journal, round, {
      totalItems: 2,
      lastTimestamp: undefined,
      doubt: undefined,
    });
    return reduceJournal(state, journal, { ...response, value: null }, NOW);
  },
};
type Name = keyof typeof reducers;

/** Without the detail below the servers: the first row with an odd value may be another one. */
function drawn(name: Name, screen: ScreenName, json: unknown): readonly Pane[] {
  const empty = createClusterStore({ name: 'odd', url: 'http://127.0.0.1' }).getState();
  const view = plainView(reducers[name](empty, json), NOW);
  const shown = screenOf(screen);
  const panes = panesOf(shown, view, shown.initial, AREA);
  return screen === 'servers' ? panes.filter(({ id }) => id === 'servers.list') : panes;
}

/** The lines of a screen's panes, without their titles, which count what is unreadable. */
function linesOf(name: Name, screen: ScreenName, json: unknown): string[] {
  return drawn(name, screen, json).flatMap((pane) =>
    pane.lines.slice(1).map((line) => textOf(line).trimEnd()),
  );
}

function wordsOf(lines: readonly string[]): Set<string> {
  return new Set(lines.flatMap((line) => line.match(/[\p{L}][\p{L}\p{N}_.-]{3,}/gu) ?? []));
}

function valueAt(json: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((value, key) => Reflect.get(value as object, key), json);
}

const figuresOf = (lines: readonly string[]) => new Set(lines.join(' ').match(/\d[\d.,]*[%kMGT]?/g));
/** A leaf takes with it its own figure and share, and, if it counts for the whole cluster, sums and ends of axes. */
const MAX_FIGURES = 4;

/** Fields that identify an item: without them the item is lost. */
const identity = /\.(list|groups|data)\.\d+\.(id|name|timestamp)$/;

test.each<[Name, ScreenName]>([
  ['dashboard', 'overview'],
  ['dashboard', 'servers'],
  ['topology', 'servers'],
  ['streams', 'streams'],
  ['applications', 'applications'],
  ['journal', 'journal'],
])('one odd value in %s leaves all other values on the screen %s', (name, screen) => {
  const json = fullResponses[name];
  const lines = linesOf(name, screen, json);
  const whole = wordsOf(lines);
  const allFigures = figuresOf(lines);
  expect(whole.size).toBeGreaterThan(4);
  const wrong: string[] = [];
  for (const path of pathsOf(json)) {
    const dotted = path.join('.');
    // Without these there is nothing to show.
    if (['data', 'data.list'].includes(dotted) || (screen === 'servers' && dotted === 'data.topology'))
      continue;
    const own = identity.test(dotted) ? path.slice(0, -1) : path;
    // Only text about the place itself may disappear, and about what is named by it.
    const ofPlace = `${own.join(' ')} ${JSON.stringify(valueAt(json, own))}`.toLowerCase();
    // A null limit means none; and if a count is left out, the server itself moved the others.
    const nothing = /\.(series|labels)\.\d+$/.test(dotted) ? null : undefined;
    const missing = linesOf(name, screen, withValueAt(json, path, nothing));
    const shown = wordsOf(missing);
    for (const word of whole) {
      if (!shown.has(word) && !ofPlace.includes(word.toLowerCase()))
        wrong.push(`${dotted} missing: “${word}” is gone`);
    }
    const figures = figuresOf(missing);
    const lost = [...allFigures].filter((figure) => !figures.has(figure));
    const isLeaf = own === path && typeof valueAt(json, path) !== 'object';
    if (isLeaf && lost.length > MAX_FIGURES) wrong.push(`${dotted} missing: ${lost.join(' ')} are gone`);
    for (const [kind, odd] of oddValues) {
      const mutated = withValueAt(json, path, odd);
      const { unreadable } = parsed(name, mutated);
      const isField = unreadable.length === 1 && unreadable[0]?.path === dotted;
      // An unreadable value looks like a missing one.
      if (isField && linesOf(name, screen, mutated).join('\n') !== missing.join('\n'))
        wrong.push(`${dotted} ${kind}: not shown as missing`);
    }
  }
  expect(wrong).toEqual([]);
});

test.each<[Name, ScreenName]>([
  ['dashboard', 'overview'],
  ['dashboard', 'servers'],
  ['streams', 'streams'],
  ['applications', 'applications'],
])('impossible numbers in %s break nothing on %s', (name, screen) => {
  for (const number of [2 ** 53, 1e308, -1, 0.1]) {
    const odd = (_key: string, value: unknown) => (typeof value === 'number' ? number : value);
    const lines = linesOf(name, screen, JSON.parse(JSON.stringify(fullResponses[name], odd)));
    expect(wordsOf(lines).size).toBeGreaterThan(4);
    expect(lines.join('\n')).not.toMatch(/NaN|Infinity|undefined/);
  }
});

test.each<[Name, ScreenName, pane: string, path: string]>([
  ['dashboard', 'overview', 'overview.path', 'data.viewersStats.total.value'],
  ['dashboard', 'overview', 'overview.health', 'data.viewerHealthSummary.series.1'],
  ['dashboard', 'overview', 'overview.servers', 'data.topology.0.serverStats.cpuUsage'],
  ['journal', 'overview', 'overview.journal', 'data.list.0.message'],
  ['dashboard', 'servers', 'servers.list', 'data.topology.0.serverStats.cpuUsage'],
  ['topology', 'servers', 'servers.list', 'data.topology.1'],
  ['journal', 'journal', 'journal.log', 'data.list.0'],
])('the title counts what could not be read in %s: on %s in %s', (name, screen, id, path) => {
  const json = withValueAt(fullResponses[name], path.split('.'), [[]]);
  const titleOf = (answer: unknown) =>
    textOf(drawn(name, screen, answer).find((pane) => pane.id === id)?.lines[0]);
  expect(titleOf(json)).toContain('1 unreadable');
  expect(titleOf(fullResponses[name])).not.toContain('unreadable');
});
