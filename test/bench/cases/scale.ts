import { isWhole, monitor, simulate } from '../support/castwatch.ts';
import { pause } from '../support/numbers.ts';
import { cpuSeconds } from '../support/process.ts';
import { Program } from '../support/program.ts';
import type { Bench } from '../support/row.ts';

const SIZES = [10, 300, 1_000];
const SETTLE = 8_000;
const WINDOW = 20_000;

/** CPU as the cluster grows. */
export const scale: Bench = {
  name: 'scale',
  async run() {
    const figures: { servers: number; cpu: number; bytes: number }[] = [];
    for (const servers of SIZES) {
      const cluster = await simulate('--servers', String(servers), '--streams', String(servers * 10));
      const program = new Program(monitor(cluster), true);
      try {
        await program.sees(isWhole);
        await pause(SETTLE);
        const [cpu, bytes] = [cpuSeconds(program.pid), program.bytes()];
        await pause(WINDOW);
        const minutes = WINDOW / 60_000;
        figures.push({
          servers,
          cpu: (cpuSeconds(program.pid) - cpu) / minutes,
          bytes: (program.bytes() - bytes) / minutes,
        });
      } finally {
        await program.end('q');
        await cluster.end();
      }
    }
    const [small, middle, large] = figures;
    // A server more must not cost much more on a large cluster than on a small one; the clock ticks in 10 ms.
    const each = (a = small, b = middle) => (a && b ? (b.cpu - a.cpu) / (b.servers - a.servers) : Number.NaN);
    const linear = each(middle, large) <= 1.5 * Math.max(each(small, middle), 0.0005);
    const level = small && large && large.bytes <= 1.5 * small.bytes;
    return [
      {
        what: 'CPU per minute as the cluster grows; bytes painted per minute beside it',
        goal: 'linear at most; the painted level',
        figure: figures
          .map(
            ({ servers, cpu, bytes }) =>
              `${servers} servers ${cpu.toFixed(2)} s, ${(bytes / 1024).toFixed(0)} KB`,
          )
          .join('; '),
        met: Boolean(linear && level),
      },
    ];
  },
};
