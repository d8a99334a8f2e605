import { inside } from '../support/inside.ts';
import type { Bench } from '../support/row.ts';

/** Days that are written. The size of thirty days follows from how long each resolution is kept. */
const DAYS = 0.5;
const KEPT_DAYS = { raw: 2, minute: 14, quarter: 30, journal: 30 } as const;
const MB = 1_000_000;

interface Measured {
  readonly days: number;
  readonly bytes: Readonly<Record<string, number>>;
  readonly overhead: number;
  readonly cpuShare: number;
  readonly openMs: readonly number[];
}

/** The stored history of 40 servers, 3,000 streams and 20 journal entries a second. */
export const history: Bench = {
  name: 'history',
  async run() {
    const { days, bytes, overhead, cpuShare, openMs } = await inside<Measured>('history', String(DAYS));
    const month = Object.entries(KEPT_DAYS).reduce(
      (sum, [what, kept]) => sum + ((bytes[what] ?? 0) / days) * kept,
      0,
    );
    const size = (month * overhead) / MB;
    const slowest = Math.max(...openMs);
    return [
      {
        what: 'History of 30 days of the large cluster, told from half a day',
        goal: '≤ 1 GB',
        figure: `${size.toFixed(0)} MB`,
        met: size <= 1_000,
      },
      {
        what: 'Writing the history of the large cluster',
        goal: '≤ 2 % of a core',
        figure: `${(cpuShare * 100).toFixed(2)} %`,
        met: cpuShare <= 0.02,
      },
      {
        what: 'Opening an hour of the stored past, the slowest of five',
        goal: '≤ 100 ms',
        figure: `${slowest.toFixed(0)} ms`,
        met: slowest <= 100,
      },
    ];
  },
};
