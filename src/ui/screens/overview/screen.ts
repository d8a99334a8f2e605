import type { CommandId } from '../../../actions/commands.ts';
import { duration, percent } from '../../../base/format.ts';
import { totalRows } from '../../../views/overview/overview.ts';
import { stageSentence } from '../../../views/overview/signal-path.ts';
import { incidentSentences } from '../../../views/problems/sentences.ts';
import { moveInList, selectedAt } from '../../list-screen/shown-list.ts';
import type { Screen } from '../../screen.ts';
import type { ScreenShell } from '../../shell.ts';
import { goToTarget } from '../places.ts';
import { type OverviewModel, type OverviewSlice, overviewModel, overviewStart } from './model.ts';
import { drawOverview } from './view.ts';

type Overview = ScreenShell<OverviewSlice, OverviewModel>;

function pointInOverview(_pane: string, row: string | undefined, shell: Overview): void {
  if (row !== undefined) shell.set({ servers: selectedAt(shell.model.lists.servers, row) });
}

function handleOverview(command: CommandId, shell: Overview): boolean {
  const { problems, lists } = shell.model;
  const name = lists.servers.chosen;
  if (command === 'move.open') {
    // Until the user selects a server, Enter opens the worst problem.
    const worst = lists.servers.position.selectedId === undefined ? problems[0] : undefined;
    if (worst) goToTarget({ kind: 'problem', key: worst.key }, shell);
    else if (name !== undefined) goToTarget({ kind: 'server', name }, shell);
    return true;
  }
  if (command === 'app.copy') {
    if (name !== undefined) shell.copy(name, `the server's name ${name}`);
    return true;
  }
  return moveInList(command, shell, { servers: 'servers' });
}

export const overviewScreen: Screen<OverviewSlice, OverviewModel> = {
  initial: overviewStart,
  list: { pointed: undefined },

  model: overviewModel,
  draw: drawOverview,
  handle: handleOverview,
  point: pointInOverview,

  summary({ view, path, records }) {
    return [
      ...totalRows(view.state, view.display.units).map(
        (row) => `${row.label}: ${row.value} of ${row.limit}.`,
      ),
      ...path.map(stageSentence),
      ...incidentSentences(view.triage.problems),
      ...records.map(({ name, server, goneSince }) =>
        goneSince === undefined
          ? `Server ${name}: CPU ${percent(server.serverStats?.cpuUsage)}, memory ${percent(server.serverStats?.memUsage)}.`
          : `Server ${name} is gone since ${duration(view.now - goneSince)}.`,
      ),
    ];
  },
};
