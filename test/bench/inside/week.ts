import { bodyArea } from '../../../src/ui/program/layout.ts';
import { overviewScreen } from '../../../src/ui/screens/overview/screen.ts';
import { panesOf } from '../../support/panes-of.ts';
import { accelerated } from './accelerated.ts';
import { viewOf } from './view.ts';

const DAY = 86_400_000;
/** One round of polls in this many ms of the cluster's time; a week has ten thousand of them. */
const ROUND = 60_000;

/** Live heap, MB, after each of seven simulated days, client and simulated cluster together. */
export async function week() {
  const stack = await accelerated({ scenario: 'steady' });
  // The intervals of the design assume two seconds.
  stack.monitor.setPace(ROUND / 2_000);
  stack.monitor.start();
  const days: number[] = [];
  const area = bodyArea({ columns: 120, rows: 40 });
  for (let day = 0; day < 7; day++) {
    for (let passed = 0; passed < DAY; passed += ROUND) {
      await stack.step(ROUND);
      panesOf(
        overviewScreen,
        viewOf(stack.store.getState(), stack.clock.now()),
        overviewScreen.initial,
        area,
      );
    }
    globalThis.gc?.();
    days.push(process.memoryUsage().heapUsed / 1e6);
  }
  await stack.close();
  return { days };
}
