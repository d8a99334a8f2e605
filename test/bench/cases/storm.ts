import { monitor, simulate } from '../support/castwatch.ts';
import { inside } from '../support/inside.ts';
import { ms, pause, percentile } from '../support/numbers.ts';
import { cpuSeconds } from '../support/process.ts';
import { Program } from '../support/program.ts';
import type { Bench } from '../support/row.ts';

const RATE = 1_000;
const SETTLE = 10_000;
const KEYS = 600;

/** A journal of 1,000 entries a second on the Journal screen. */
export const storm: Bench = {
  name: 'storm',
  async run() {
    await using cluster = await simulate('--journal-rate', String(RATE));
    const { url, username, password } = cluster;
    await using program = new Program(monitor(cluster, '--screen', 'journal'), true);
    await program.sees((text) => text.includes('following'));
    await program.unwatch();
    await pause(SETTLE);
    const [from, before] = [performance.now(), cpuSeconds(program.pid)];
    const took: number[] = [];
    for (let press = 0; press < KEYS; press++) {
      await pause(60 + (press % 70));
      took.push(await program.echo(press % 2 === 0 ? '6' : '5'));
    }
    const cpu = (cpuSeconds(program.pid) - before) / ((performance.now() - from) / 1_000);
    const read = await inside<{ entries: number; lost: number; gaps: number }>(
      'journal',
      url,
      username,
      password,
      '15',
    );
    const p99 = percentile(took, 0.99);
    const ok = read.lost === 0 && read.gaps === 0;
    return [
      {
        what: 'journal of 1,000 entries a second, Journal open',
        goal: 'none lost, CPU ≤ 10 % of a core, key to paint p99 ≤ 20 ms',
        figure: `${read.lost} lost of ${read.entries.toLocaleString('en')}, CPU ${(cpu * 100).toFixed(1)} %, key p99 ${ms(p99)}, median ${ms(percentile(took, 0.5))} (through the pseudo-terminal)`,
        met: ok && cpu <= 0.1 && p99 <= 20,
      },
    ];
  },
};
