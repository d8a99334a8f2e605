import { inside } from '../support/inside.ts';
import { median, ms } from '../support/numbers.ts';
import type { Bench } from '../support/row.ts';

const ROUNDS = 3;

/** What finding problems costs, of all that a monitor does. */
export const triage: Bench = {
  name: 'triage',
  async run() {
    const cpu = { with: [] as number[], without: [] as number[] };
    for (let round = 0; round < ROUNDS; round++)
      for (const way of ['with', 'without'] as const)
        cpu[way].push((await inside<{ cpu: number }>('triage', 'sick', way)).cpu);
    const [all, rest] = [median(cpu.with), median(cpu.without)];
    const share = (100 * (all - rest)) / all;
    return [
      {
        what: 'CPU of triage, of that of the monitor, on the large cluster where much is wrong',
        goal: '≤ 10 %',
        figure: `${share.toFixed(1)} % (a minute ${ms(all)} with it, ${ms(rest)} without)`,
        met: share <= 10,
      },
    ];
  },
};
