import { inside } from '../support/inside.ts';
import { median, ms } from '../support/numbers.ts';
import type { Bench, Row } from '../support/row.ts';

const ROUNDS = 3;
/** Scenarios with servers, streams and journal entries a second. */
const LARGE = ['steady', '40', '3000', '20'];
const SICK = ['sick'];

/** What finding problems costs, of all that a monitor does. */
export const triage: Bench = {
  name: 'triage',
  async run() {
    return [
      await shareRow('CPU of triage, of that of the monitor, on the large cluster', LARGE, '≤ 10 %'),
      await shareRow('the same where much is wrong', SICK, ''),
    ];
  },
};

async function shareRow(what: string, cluster: readonly string[], goal: string): Promise<Row> {
  const cpu = { with: [] as number[], without: [] as number[] };
  const shares: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const way of ['with', 'without'] as const) {
      const run = await inside<{ cpu: number; share: number }>('triage', way, ...cluster);
      cpu[way].push(run.cpu);
      if (way === 'with') shares.push(run.share);
    }
  const [all, rest] = [median(cpu.with), median(cpu.without)];
  const share = (100 * (all - rest)) / all;
  const minute = `a minute ${ms(all)} with it, ${ms(rest)} without`;
  return {
    what,
    goal,
    figure: `${share.toFixed(1)} % (${minute}; its steps take ${median(shares).toFixed(1)} % of the main thread)`,
    met: goal === '' ? undefined : share <= 10,
  };
}
