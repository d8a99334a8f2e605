import { inside } from '../support/inside.ts';
import { median, ms } from '../support/numbers.ts';
import type { Bench, Row } from '../support/row.ts';

const ROUNDS = 3;
/** Scenarios with servers, streams and journal entries a second. */
const LARGE = ['steady', '40', '3000', '20'];
const SICK = ['sick'];

/** What finding problems costs, of all that a monitor does on its main thread. */
export const triage: Bench = {
  name: 'triage',
  async run() {
    return [
      await shareRow('CPU of triage, of that of the main thread, on the large cluster', LARGE, '≤ 10 %'),
      await shareRow('the same where much is wrong', SICK, ''),
    ];
  },
};

async function shareRow(what: string, cluster: readonly string[], goal: string): Promise<Row> {
  const cpu = { with: [] as number[], without: [] as number[] };
  const drawn = { with: [] as number[], without: [] as number[] };
  const shares: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const way of ['with', 'without'] as const) {
      const run = await inside<{ cpu: number; share: number; drawn: number }>('triage', way, ...cluster);
      cpu[way].push(run.cpu);
      drawn[way].push(run.drawn);
      if (way === 'with') shares.push(run.share);
    }
  const [all, rest] = [median(cpu.with), median(cpu.without)];
  const share = median(shares);
  const differs = `${((100 * (all - rest)) / all).toFixed(1)} % less without it: ${ms(rest)} a minute against ${ms(all)}`;
  const drawing = `of this ${ms(median(drawn.with) - median(drawn.without))} for drawing what it found`;
  return {
    what,
    goal,
    figure: `${share.toFixed(1)} % for its steps (${differs}, ${drawing})`,
    met: goal === '' ? undefined : share <= 10,
  };
}
