import { isWhole, monitor, poller, simulate } from '../support/castwatch.ts';
import { pause, times } from '../support/numbers.ts';
import { cpuSeconds } from '../support/process.ts';
import { Program } from '../support/program.ts';
import type { Bench, Row } from '../support/row.ts';

const SIZES = [10, 300, 1_000];
const SETTLE = 8_000;
const WINDOW = 20_000;

/** A large cluster: 3,000 streams, and 20 journal entries a second. */
const LARGE = ['--servers', '40', '--streams', '3000', '--journal-rate', '20'];
const LARGE_SETTLE_MS = 20_000;
const LARGE_WINDOW_MS = 60_000;

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
    // One more server must cost as little on a large cluster as on a small one; CPU time is counted in units of 10 ms.
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
      await largeRow(),
    ];
  },
};

/** castwatch and the bare poller at the same time on one large cluster. */
async function largeRow(): Promise<Row> {
  const cluster = await simulate(...LARGE);
  const own = new Program(monitor(cluster), true);
  const bare = new Program(poller(cluster, 1));
  try {
    await own.sees(isWhole);
    await pause(LARGE_SETTLE_MS);
    const before = [cpuSeconds(own.pid), cpuSeconds(bare.pid)] as const;
    await pause(LARGE_WINDOW_MS);
    const minutes = LARGE_WINDOW_MS / 60_000;
    const [cpu, least] = [
      (cpuSeconds(own.pid) - before[0]) / minutes,
      (cpuSeconds(bare.pid) - before[1]) / minutes,
    ];
    return {
      what: 'CPU per minute on 40 servers, 3,000 streams, 20 journal entries a second',
      goal: '≤ 3.5× a bare poller',
      figure: `${times(cpu / least)} (${cpu.toFixed(2)} s; bare poller ${least.toFixed(2)} s)`,
      met: cpu <= 3.5 * least,
    };
  } finally {
    await own.end('q');
    await bare.end();
    await cluster.end();
  }
}
