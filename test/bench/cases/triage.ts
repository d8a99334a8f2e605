import { poller, simulate } from '../support/castwatch.ts';
import { inside } from '../support/inside.ts';
import { median, ms, pause, times } from '../support/numbers.ts';
import { cpuPerMinute } from '../support/process.ts';
import { Program } from '../support/program.ts';
import type { Bench, Row } from '../support/row.ts';

const ROUNDS = 3;
const SETTLE_MS = 10_000;
const WINDOW_MS = 60_000;
/** Scenarios with servers, streams and journal entries a second. */
const LARGE = ['steady', '40', '3000', '20'];
const SICK = ['sick'];
const OPTIONS = ['--scenario', '--servers', '--streams', '--journal-rate'];

/** What finding problems costs, of all that a monitor does on its main thread. */
export const triage: Bench = {
  name: 'triage',
  async run() {
    return [
      await shareRow('CPU of triage on the large cluster', LARGE, 0.5),
      await shareRow('the same where much is wrong', SICK, 1),
    ];
  },
};

async function shareRow(what: string, cluster: readonly string[], most: number): Promise<Row> {
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
  const bare = await barePollerMs(cluster);
  const steps = (all * median(shares)) / 100;
  const ratio = steps / bare;
  const differs = `${((100 * (all - rest)) / all).toFixed(1)} % less without it: ${ms(rest)} a minute against ${ms(all)}`;
  const drawing = `of this ${ms(median(drawn.with) - median(drawn.without))} for drawing what it found`;
  return {
    what,
    goal: `≤ ${most}× a bare poller`,
    figure: `${times(ratio)} for its steps (${ms(steps)}, ${median(shares).toFixed(1)} % of the main thread; bare poller ${ms(bare)}; ${differs}, ${drawing})`,
    met: ratio <= most,
  };
}

/** CPU of the bare poller on such a cluster, ms a minute. */
async function barePollerMs(values: readonly string[]): Promise<number> {
  await using cluster = await simulate(...values.flatMap((value, index) => [OPTIONS[index] ?? '', value]));
  await using bare = new Program(poller(cluster, 1));
  await pause(SETTLE_MS);
  const [cpu = Number.NaN] = await cpuPerMinute([bare], WINDOW_MS);
  return 1_000 * cpu;
}
