import { isWhole, monitor, monitorOf, poller, recorder, simulate } from '../support/castwatch.ts';
import { EARLIER_LARGE, earlierBundle } from '../support/earlier.ts';
import { pause, times } from '../support/numbers.ts';
import { cpuPerMinute } from '../support/process.ts';
import { Program } from '../support/program.ts';
import type { Bench, Row } from '../support/row.ts';

const SIZES = [10, 300, 1_000];
const SETTLE = 8_000;
const WINDOW = 20_000;

/** A large cluster: 3,000 streams, and 20 journal entries a second. */
const LARGE = ['--servers', '40', '--streams', '3000', '--journal-rate', '20'];
const LARGE_SETTLE_MS = 20_000;
const LARGE_WINDOW_MS = 120_000;

/** CPU as the cluster grows. */
export const scale: Bench = {
  name: 'scale',
  async run() {
    const figures: { servers: number; cpu: number; bytes: number }[] = [];
    for (const servers of SIZES) {
      await using cluster = await simulate('--servers', `${servers}`, '--streams', `${servers * 10}`);
      await using program = new Program(monitor(cluster), true);
      await program.sees(isWhole);
      await pause(SETTLE);
      const bytes = program.bytes();
      const [cpu = Number.NaN] = await cpuPerMinute([program], WINDOW);
      figures.push({ servers, cpu, bytes: (60_000 * (program.bytes() - bytes)) / WINDOW });
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
      ...(await largeRows()),
      recordRow('8 servers', await sideBySide('--servers', '8')),
    ];
  },
};

async function largeRows(): Promise<readonly Row[]> {
  const large = await sideBySide(...LARGE);
  const { monitor: own, earlier, bare } = large;
  return [
    {
      what: 'CPU per minute on 40 servers, 3,000 streams, 20 journal entries a second',
      goal: `≤ 1× commit ${EARLIER_LARGE}`,
      figure: `${times(own / earlier)}, and ${times(own / bare)} a bare poller (${own.toFixed(2)} s; commit ${EARLIER_LARGE} ${earlier.toFixed(2)} s, bare poller ${bare.toFixed(2)} s)`,
      met: Number.isNaN(earlier) ? undefined : own <= earlier,
    },
    recordRow('the same', large),
  ];
}

function recordRow(where: string, { record, bare }: Costs): Row {
  return {
    what: `CPU per minute of \`record\` on ${where}`,
    goal: '≤ 4× a bare poller',
    figure: `${times(record / bare)} (${record.toFixed(2)} s; bare poller ${bare.toFixed(2)} s)`,
    met: record <= 4 * bare,
  };
}

/** CPU of each, seconds a minute. */
interface Costs {
  readonly monitor: number;
  readonly earlier: number;
  readonly record: number;
  readonly bare: number;
}

/** All of them at the same time on one cluster. */
async function sideBySide(...args: string[]): Promise<Costs> {
  await using cluster = await simulate(...args);
  const bundle = earlierBundle(EARLIER_LARGE);
  await using own = new Program(monitor(cluster), true);
  await using then = bundle === undefined ? undefined : new Program(monitorOf(bundle, cluster));
  await using recording = new Program(recorder(cluster));
  await using polling = new Program(poller(cluster, 1));
  await own.sees(isWhole);
  await pause(LARGE_SETTLE_MS);
  const programs = [own, then, recording, polling];
  const [watch = 0, earlier = 0, record = 0, bare = 0] = await cpuPerMinute(programs, LARGE_WINDOW_MS);
  return { monitor: watch, earlier, record, bare };
}
