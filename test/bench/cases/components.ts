import { inside } from '../support/inside.ts';
import { ms, times } from '../support/numbers.ts';
import type { Bench } from '../support/row.ts';

/** From a key to the bytes that answer it. */
export const keys: Bench = {
  name: 'keys',
  async run() {
    const { p50, p99 } = await inside<{ p50: number; p99: number }>('keys');
    return [
      {
        what: 'key to paint, p99, with 10,000 streams loaded and data arriving',
        goal: '≤ 10 ms',
        figure: `${ms(p99)} (median ${ms(p50)})`,
        met: p99 <= 10,
      },
    ];
  },
};

/** One answer of a large cluster, from bytes to screen. */
export const poll: Bench = {
  name: 'poll',
  async run() {
    const { whole, bare, bytes } = await inside<{ whole: number; bare: number; bytes: number }>('poll');
    return [
      {
        what: 'one poll of 1,000 servers × 10 applications (parse, check, store, view)',
        goal: '≤ 3× `JSON.parse` of the same bytes',
        figure: `${times(whole / bare)} (${ms(whole)} against ${ms(bare)}, ${(bytes / 1e6).toFixed(1)} MB)`,
        met: whole <= 3 * bare,
      },
    ];
  },
};

/** The text of a scrape of `export`. */
export const scrape: Bench = {
  name: 'scrape',
  async run() {
    const { whole, bare, samples } = await inside<{ whole: number; bare: number; samples: number }>('scrape');
    return [
      {
        what: `the text of a scrape of 1,000 servers (${samples} samples)`,
        goal: '≤ 3× writing the same lines',
        figure: `${times(whole / bare)} (${whole.toFixed(1)} ms against ${bare.toFixed(1)} ms)`,
        met: whole <= 3 * bare,
      },
    ];
  },
};

/** The requests of a screen at rest. */
export const requests: Bench = {
  name: 'requests',
  async run() {
    const small = await inside<{ perMinute: number }>('requests', '12', '60');
    const large = await inside<{ perMinute: number }>('requests', '120', '600');
    return [
      {
        what: 'requests per minute at rest on Overview, and with ten times the cluster',
        goal: '≤ 75, and no more',
        figure: `${small.perMinute.toFixed(1)}, and ${large.perMinute.toFixed(1)}`,
        met: small.perMinute <= 75 && large.perMinute <= Math.max(75, small.perMinute),
      },
    ];
  },
};

/** A report of a journal that is full of addresses. */
export const withhold: Bench = {
  name: 'withhold',
  async run() {
    const [few = Number.NaN, many = Number.NaN] = await inside<number[]>('withhold', '20000', '80000');
    return [
      {
        what: 'withholding 80,000 addresses and names in a report, against 20,000',
        goal: '≤ 8× (linear: 4×), ≤ 5 s',
        figure: `${times(many / few)} (${ms(many)} against ${ms(few)})`,
        met: many <= 8 * few && many <= 5_000,
      },
    ];
  },
};
