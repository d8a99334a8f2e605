import { type CommandId, screenOpenedBy } from '../../../actions/commands.ts';
import { screenNamed } from '../../../actions/screen-table.ts';
import { count } from '../../../base/format.ts';
import { problemSentence, problemTitle } from '../../../views/problems/words.ts';
import { moveInList, type Positions, selectedAt } from '../../list-screen/shown-list.ts';
import type { Screen } from '../../screen.ts';
import type { ScreenShell } from '../../shell.ts';
import {
  type FleetMode,
  type FleetModel,
  type FleetSlice,
  fleetModel,
  fleetModes,
  fleetStart,
} from './model.ts';
import { drawFleet } from './view.ts';

type Shell = ScreenShell<FleetSlice, FleetModel>;

const positions: Positions<FleetSlice, FleetMode> = {
  clusters: 'clusters',
  problems: 'problems',
  journal: 'journal',
  streams: 'streams',
};

function pointInFleet(pane: string, row: string | undefined, shell: Shell): void {
  const mode = fleetModes.find((one) => pane === `fleet.${one}`);
  if (!mode) return;
  const list = mode === shell.slice().mode ? shell.model.lists[mode] : undefined;
  shell.set({ mode, ...(list && row !== undefined && { [mode]: selectedAt(list, row) }) });
}

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

function handleFleet(command: CommandId, shell: Shell): boolean {
  const { mode, filter } = shell.slice();
  const screen = screenOpenedBy(command);
  if (screen === 'fleet' || screen === 'problems' || screen === 'journal' || screen === 'streams') {
    shell.set({ mode: screen === 'fleet' ? 'clusters' : screen });
    return true;
  }
  if (screen !== undefined) {
    const { clusters } = shell.model.lists;
    const name = clusters?.chosen ?? shell.slice().clusters.selectedId;
    if (name === undefined) shell.notice('No cluster is selected here.', 'warn');
    else shell.openCluster(name, { screen: screenNamed(screen, shell.ui.getState().lastInAdmin) });
    return true;
  }
  if (command === 'app.back' && mode !== 'clusters' && filter === '') {
    shell.set({ mode: 'clusters' });
    return true;
  }
  if (command === 'move.open') {
    open(shell);
    return true;
  }
  if (command === 'app.copy') {
    const name = shell.model.lists[mode]?.chosen;
    if (name !== undefined) shell.copy(name, name);
    return true;
  }
  if (command === 'time.refresh') {
    shell.services.fleet?.refresh();
    shell.notice('Refreshing all clusters.');
    return true;
  }
  if (ofOneCluster.has(command)) {
    shell.notice('This is about one cluster: Enter opens the selected one.');
    return true;
  }
  return moveInList(command, shell, positions);
}

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

export const fleetScreen: Screen<FleetSlice, FleetModel> = {
  initial: fleetStart,

  filter: {
    hint: 'words in the cluster, the problem or the entry',
    read: ({ filter }) => filter,
    write: (filter) => ({ filter }),
    count: ({ lists, part }) => lists[part]?.count,
  },

  model: fleetModel,
  draw: drawFleet,
  handle: handleFleet,
  point: pointInFleet,
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
};
