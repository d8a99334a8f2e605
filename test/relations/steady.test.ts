import { watchLive } from '../support/live.ts';
import { watchTriage } from '../triage-score/observe.ts';
import { rowsOf } from '../triage-score/reading.ts';
import { between, relationAgain, type Violation } from './relation.ts';
import { isWhole } from './watch.ts';

const HOUR_S = 3_600;
const MINUTES_S = 180;

relationAgain('gone', '3 calm in the steady cluster', async (seed) => {
  const live = await watchLive('steady', seed);
  const problems = new Map<string, Violation>();
  try {
    await watchTriage(live, isWhole ? HOUR_S : MINUTES_S, (state, t, cluster) => {
      const rows = problems.size === 0 ? rowsOf(state.problems, cluster) : [];
      if (rows.length > 0) problems.set('first', between('nothing happens', t, [], rows));
    });
  } finally {
    await live.close();
  }
  return problems.get('first');
});
