import type { CommandId } from '../../../actions/commands.ts';
import { screenOpenedBy } from '../../../actions/commands.ts';
import { moveInList, type Positions, selectedAt } from '../../list-screen/shown-list.ts';
import type { ScreenShell } from '../../shell.ts';
import type { FleetModel } from './model.ts';
import { type FleetMode, type FleetSlice, fleetModes } from './slice.ts';

type Shell = ScreenShell<FleetSlice, FleetModel>;

const positions: Positions<FleetSlice, FleetMode> = {
  clusters: 'clusters',
  problems: 'problems',
  journal: 'journal',
  streams: 'streams',
};

export function pointInFleet(pane: string, row: string | undefined, shell: Shell): void {
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

export function handleFleet(command: CommandId, shell: Shell): boolean {
  const { mode, filter } = shell.slice();
  const screen = screenOpenedBy(command);
  if (screen === 'problems' || screen === 'journal' || screen === 'streams') {
    shell.set({ mode: screen });
    return true;
  }
  if (screen !== undefined) {
    const { clusters } = shell.model.lists;
    const name = clusters?.chosen ?? shell.slice().clusters.selectedId;
    if (name === undefined) shell.notice('No cluster is selected here.', 'warn');
    else shell.openCluster(name, { screen });
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
