import { type CommandId, screenOpenedBy } from '../../../actions/commands.ts';
import { screenNamed } from '../../../actions/screen-table.ts';
import { count } from '../../../base/format.ts';
import { cutRows, type Rect } from '../../../base/text.ts';
import { fleetProblems, rowsByProblem } from '../../../views/fleet/common.ts';
import { fleetTotals } from '../../../views/fleet/figures.ts';
import { matchesCluster, matchesEntry, matchesProblem, matchesStream } from '../../../views/fleet/filter.ts';
import { fleetJournal } from '../../../views/fleet/journal.ts';
import { fleetRows } from '../../../views/fleet/member.ts';
import { fleetProblemRows } from '../../../views/fleet/rows.ts';
import { sharedStreams } from '../../../views/fleet/streams.ts';
import { problemSentence, problemTitle } from '../../../views/problems/words.ts';
import { listScreen, textFilter } from '../../list-screen/list-screen.ts';
import { chosenIn, rowList, tableRows } from '../../list-screen/shown-list.ts';
import { listStart } from '../../primitives/list.ts';
import type { ScreenShell } from '../../shell.ts';
import { type FleetModel, type FleetSlice, fleetPanes, fleetStart, mapPane, problemsBelow } from './view.ts';

type Shell = ScreenShell<FleetSlice, FleetModel>;

/** Border, totals, the selected cluster in words, and header of the table of clusters. */
const TABLE_EXTRA_ROWS = 5;
const LEAST_PROBLEM_ROWS = 5;
const MAP_FROM_ROWS = 30;

const idOf = ({ id }: { readonly id: string }) => id;

/** Commands of one cluster, which mean nothing while several are shown. */
const ofOneCluster: ReadonlySet<CommandId> = new Set<CommandId>([
  'time.freeze',
  'time.faster',
  'time.slower',
  'time.rewind',
  'time.forward',
  'time.previousProblem',
  'time.nextProblem',
  'time.jump',
  'app.audit',
  'app.alerts',
  'app.details',
  'app.maintenance',
  'problem.open',
  'history.capacity',
  'history.since',
  'history.sessions',
]);

/** All clusters of a fleet, and what they have in common. */
export const fleetScreen = listScreen<FleetSlice, FleetModel>({
  name: 'fleet',
  initial: fleetStart,
  positions: { clusters: 'clusters', problems: 'problems', journal: 'journal', streams: 'streams' },
  filter: textFilter('words in the cluster, the problem or the entry'),
  panes: fleetPanes,

  model(view, slice, area) {
    const members = view.fleet ?? [];
    const { part, filter } = slice;
    const read = fleetRows(members, view.now);
    const problems = fleetProblems(read, view.orders);
    const rows = rowsByProblem(read, problems);
    const base = { view, slice, rows, totals: fleetTotals(rows), problems, part };
    const listed = (rect: Rect, position = slice.problems) => {
      const all = fleetProblemRows(problems).filter((row) => matchesProblem(row, filter));
      return rowList(all, idOf, { rect, position });
    };
    const place = { rect: area, position: slice[part] };
    if (part === 'problems') return { ...base, lists: { problems: listed(area) } };
    if (part === 'journal') {
      const entries = fleetJournal(members).filter((entry) => matchesEntry(entry, filter));
      return { ...base, lists: { journal: rowList(entries, idOf, place) } };
    }
    if (part === 'streams') {
      const found = sharedStreams(members, (row) => matchesStream(row, filter), view.orders);
      return { ...base, lists: { streams: rowList(found, idOf, place) } };
    }
    const rooms = roomsOf(area, { clusters: rows.length, problems: problems.length });
    const clusters = rowList(
      rows.filter((row) => matchesCluster(row, filter)),
      ({ member }) => member.name,
      // Two rows are for the totals and for what is selected.
      { ...place, rect: rooms.clusters, height: Math.max(1, tableRows(rooms.clusters) - 2) },
    );
    const below = rooms.problems && listed(rooms.problems, listStart);
    return { ...base, lists: { clusters }, below, map: rooms.map };
  },

  besides(model) {
    const { below, map } = model;
    return [...(below ? [problemsBelow(model, below)] : []), ...(map ? [mapPane(model, map)] : [])];
  },

  keys(command, shell) {
    const { part, filter } = shell.slice();
    const screen = screenOpenedBy(command);
    const { clusters } = shell.model.lists;
    if (screen === 'fleet' || screen === 'problems' || screen === 'journal' || screen === 'streams')
      shell.set({ part: screen === 'fleet' ? 'clusters' : screen });
    else if (screen !== undefined) {
      const name = clusters?.chosen ?? shell.slice().clusters.selectedId;
      if (name === undefined) shell.notice('No cluster is selected here.', 'warn');
      else shell.openCluster(name, { screen: screenNamed(screen, shell.ui.getState().lastInAdmin) });
    } else if (command === 'app.back' && part !== 'clusters' && filter === '')
      shell.set({ part: 'clusters' });
    else if (command === 'move.open') open(shell);
    else if (command === 'app.copy') {
      const name = chosenIn(shell.model);
      if (name !== undefined) shell.copy(name, name);
    } else if (command === 'time.refresh') {
      shell.services.fleet?.refresh();
      shell.notice('Refreshing all clusters.');
    } else if (ofOneCluster.has(command))
      shell.notice('This is about one cluster: Enter opens the selected one.');
    else return false;
    return true;
  },

  idle: () => ['time.freeze'],

  summary({ rows, totals }) {
    return [
      `${count(rows.length)} clusters, the worst first.`,
      ...(totals.without.length > 0 ? [`Not read now: ${totals.without.join(', ')}.`] : []),
      ...rows.map(({ member, verdict, problem, doubt }) => {
        const what = problem ? `${problemTitle(problem)}. ${problemSentence(problem)}` : (doubt ?? '');
        return `${member.name}: ${verdict}. ${what}`;
      }),
    ];
  },
});

/** Opens the cluster of the selected row, at the problem or the object of the row. */
function open(shell: Shell): void {
  const { clusters, problems, journal, streams } = shell.model.lists;
  if (clusters?.chosen !== undefined) shell.openCluster(clusters.chosen);
  const problem = problems?.selected;
  if (problem?.kind === 'problem')
    shell.openCluster(problem.cluster, { link: { kind: 'problem', key: problem.problem.key } });
  if (problem?.kind === 'incident')
    shell.notice('The part of each cluster is in the rows below; Enter opens it.');
  if (journal?.selected) shell.openCluster(journal.selected.cluster, { screen: 'journal' });
  if (streams?.selected) {
    const { cluster, streamId: id, streamKey } = streams.selected;
    shell.openCluster(cluster, { link: { kind: 'stream', id, streamKey } });
  }
}

/** The table takes what it needs; problems and map share the rest, if it is enough for them. */
function roomsOf(area: Rect, of: { readonly clusters: number; readonly problems: number }) {
  const wanted = of.clusters + TABLE_EXTRA_ROWS;
  const hasMap = area.height >= MAP_FROM_ROWS;
  const map = hasMap ? Math.min(of.clusters + 2, Math.floor(area.height / 3)) : 0;
  const table = Math.min(wanted, area.height - map);
  const rest = area.height - table - map;
  const hasProblems = rest >= LEAST_PROBLEM_ROWS;
  const height = hasProblems ? table : area.height - map;
  const [clusters, below] = cutRows(area, height);
  return {
    clusters,
    problems: hasProblems ? { ...below, height: rest } : undefined,
    map: hasMap ? cutRows(area, area.height - map)[1] : undefined,
  };
}
