import { duration, percent } from '../../../base/format.ts';
import { totalRows } from '../../../views/overview/overview.ts';
import { stageSentence } from '../../../views/overview/signal-path.ts';
import { incidentSentences } from '../../../views/problems/rows.ts';
import { listScreen } from '../../list-screen/list-screen.ts';
import { goToTarget } from '../places.ts';
import { type OverviewModel, type OverviewSlice, overviewModel, overviewStart } from './model.ts';
import { drawOverview } from './view.ts';

export const overviewScreen = listScreen<OverviewSlice, OverviewModel>({
  name: 'overview',
  initial: overviewStart,
  list: { pointed: undefined },
  positions: { servers: 'servers' },
  focus: () => ({}),
  panes: {},
  model: overviewModel,
  draw: drawOverview,

  keys(command, shell) {
    const { problems, lists } = shell.model;
    const name = lists.servers.chosen;
    // Until the user selects a server, Enter opens the worst problem.
    const worst = lists.servers.position.selectedId === undefined ? problems[0] : undefined;
    if (command === 'move.open' && worst) goToTarget({ kind: 'problem', key: worst.key }, shell);
    else if (command === 'move.open' && name !== undefined) goToTarget({ kind: 'server', name }, shell);
    else if (command === 'app.copy' && name !== undefined) shell.copy(name, `the server's name ${name}`);
    return command === 'move.open' || command === 'app.copy';
  },

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
});
