import { count } from '../../../base/format.ts';
import { problemSentence, problemTitle } from '../../../views/problems/words.ts';
import type { Screen } from '../../screen.ts';
import { handleFleet, pointInFleet } from './keys.ts';
import { type FleetModel, fleetModel } from './model.ts';
import { type FleetSlice, fleetStart } from './slice.ts';
import { drawFleet } from './view.ts';

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
