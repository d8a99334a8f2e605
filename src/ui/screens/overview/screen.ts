import type { CommandId } from '../../../actions/commands.ts';
import { duration, percent } from '../../../base/format.ts';
import type { Rect } from '../../../base/text.ts';
import { totals } from '../../../views/overview/overview.ts';
import { sortByHeat } from '../../../views/servers/load.ts';
import { type ListPosition, listStart, moveList, placeList } from '../../primitives/list.ts';
import type { ScreenShell } from '../../shell.ts';
import type { Pane, View } from '../../view.ts';
import { goToTarget } from '../places.ts';
import { rendered } from '../rendered.ts';
import { overviewLayout } from './layout.ts';
import { groupsPane, healthPane, journalPane, pane, totalsPane, trafficPane } from './panes.ts';
import { openProblems, problemsHeight, problemsPane } from './problems.ts';
import { serversPane } from './servers.ts';

/** Problems have their place only while there are any. */
const layoutOf = (view: View, area: Rect) => overviewLayout(area, problemsHeight(openProblems(view).length));

interface OverviewSlice {
  readonly servers: ListPosition;
  /** The pane that a problem led to. */
  readonly pointed: 'totals' | 'health' | undefined;
}

export const overviewScreen = rendered<OverviewSlice>({
  initial: { servers: listStart, pointed: undefined },
  list: { pointed: undefined },

  render(view, slice, area) {
    const layout = layoutOf(view, area);
    const panes: Pane[] = [
      pane('totals', layout.totals, totalsPane(view, layout.totals, slice.pointed === 'totals')),
    ];
    if (layout.health)
      panes.push(pane('health', layout.health, healthPane(view, layout.health, slice.pointed === 'health')));
    if (layout.traffic) panes.push(pane('traffic', layout.traffic, trafficPane(view, layout.traffic)));
    if (layout.servers)
      panes.push(pane('servers', layout.servers, serversPane(view, slice.servers, layout.servers)));
    if (layout.groups) panes.push(pane('groups', layout.groups, groupsPane(view, layout.groups)));
    if (layout.problems) panes.push(pane('problems', layout.problems, problemsPane(view, layout.problems)));
    if (layout.journal) panes.push(pane('journal', layout.journal, journalPane(view, layout.journal)));
    return panes;
  },

  handle(command: CommandId, shell: ScreenShell<OverviewSlice>) {
    const { view, area } = shell;
    const records = sortByHeat(view.state.servers);
    const height = Math.max(1, (layoutOf(view, area).servers?.height ?? 3) - 3);
    const ids = records.map((record) => record.name);
    const position = shell.slice().servers;
    if (command === 'move.open') {
      // Until a server is chosen, the worst problem is what to look at next.
      const worst = position.selectedId === undefined ? openProblems(view)[0] : undefined;
      if (worst) {
        goToTarget({ kind: 'problem', key: worst.key }, shell);
        return true;
      }
      const name = ids[placeList(position, ids, height).index];
      if (name !== undefined) goToTarget({ kind: 'server', name }, shell);
      return true;
    }
    if (command === 'app.copy') {
      const name = ids[placeList(position, ids, height).index];
      if (name !== undefined) shell.copy(name, `the server's name ${name}`);
      return true;
    }
    const moved = moveList(position, command, ids, height);
    if (moved) shell.set({ servers: moved });
    return moved !== undefined;
  },

  summary(view) {
    const rows = totals(view.state, view.display.units);
    return [
      ...rows.map((row) => `${row.label}: ${row.value} of ${row.limit}.`),
      ...view.triage.problems.map((problem) => `${problem.severity}: ${problem.title}. ${problem.reason}`),
      ...sortByHeat(view.state.servers).map(({ name, server, goneSince }) =>
        goneSince === undefined
          ? `Server ${name}: CPU ${percent(server.serverStats?.cpuUsage)}, memory ${percent(server.serverStats?.memUsage)}.`
          : `Server ${name} is gone since ${duration(view.now - goneSince)}.`,
      ),
    ];
  },
});
