import { duration, percent } from '../../../base/format.ts';
import { totalRows } from '../../../views/overview/overview.ts';
import { stageSentence } from '../../../views/overview/signal-path.ts';
import { incidentSentences } from '../../../views/problems/sentences.ts';
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
      ...incidentSentences(view.triage.problems),
      ...records.map(({ name, server, goneSince }) =>
        goneSince === undefined
          ? `Server ${name}: CPU ${percent(server.serverStats?.cpuUsage)}, memory ${percent(server.serverStats?.memUsage)}.`
          : `Server ${name} is gone since ${duration(view.now - goneSince)}.`,
      ),
    ];
  },
};
