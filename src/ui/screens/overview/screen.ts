import { duration, percent } from '../../../base/format.ts';
import { totalRows } from '../../../views/overview/overview.ts';
import { stageSentence } from '../../../views/overview/signal-path.ts';
import { problemSentence, problemTitle } from '../../../views/problems/words.ts';
import type { Screen } from '../../screen.ts';
import { handleOverview, pointInOverview } from './keys.ts';
import { type OverviewModel, overviewModel } from './model.ts';
import { type OverviewSlice, overviewStart } from './slice.ts';
import { drawOverview } from './view.ts';

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
      ...view.triage.problems.map(
        (problem) => `${problem.severity}: ${problemTitle(problem)}. ${problemSentence(problem)}`,
      ),
      ...records.map(({ name, server, goneSince }) =>
        goneSince === undefined
          ? `Server ${name}: CPU ${percent(server.serverStats?.cpuUsage)}, memory ${percent(server.serverStats?.memUsage)}.`
          : `Server ${name} is gone since ${duration(view.now - goneSince)}.`,
      ),
    ];
  },
};
