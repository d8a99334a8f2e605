import type { StreamTruth } from '../inside/stream-truth.ts';
import { inside } from '../support/inside.ts';
import type { Bench } from '../support/row.ts';

interface Measured {
  readonly runs: number;
  readonly gaps: number;
  readonly whole: boolean;
  readonly bytes: number;
  /** Of the recorder and the simulated cluster together, s. */
  readonly cpuS: number;
  readonly times: Readonly<Record<string, number>>;
  readonly truth: StreamTruth;
  /** The error of the stored sessions: 0.01 is 1 % too much. */
  readonly off: StreamTruth;
}

const MOST_OFF = 0.01;
const DAYS = 30;

/** Thirty days through the real pollers and the real writer, and each query of the screens and commands. */
export const month: Bench = {
  name: 'month',
  onlyByName: true,
  async run() {
    const { runs, gaps, whole, bytes, cpuS, times, truth, off } = await inside<Measured>(
      'month',
      String(DAYS),
    );
    const percent = (share: number) => `${share < 0 ? '−' : '+'}${(100 * Math.abs(share)).toFixed(2)} %`;
    return [
      {
        what: 'Thirty days of 12 servers and 60 streams, everything polled once a minute: size, cost',
        figure: `${(bytes / 1e6).toFixed(0)} MB, ${runs} runs; ${(cpuS / DAYS).toFixed(1)} s of CPU a day with the simulated cluster`,
      },
      {
        what: 'Sums of the stored sessions against what the simulated streams did: published time, viewer-minutes, publishings',
        goal: '≤ 1 % off',
        figure: `${percent(off.publishedMs)}, ${percent(off.viewerMs)}, ${percent(off.publishings)} (of ${truth.publishings})`,
        met: Object.values(off).every((share) => Math.abs(share) <= MOST_OFF),
      },
      {
        what: 'The file is whole, and each time that was not watched is a gap',
        goal: 'whole',
        figure: `${whole ? 'whole' : 'damaged'}, ${gaps} gaps`,
        met: whole && gaps >= runs - 1,
      },
      ...Object.entries(times).map(([what, ms]) => ({
        what: `History of thirty days: ${what}`,
        figure: `${ms.toFixed(0)} ms`,
      })),
    ];
  },
};
