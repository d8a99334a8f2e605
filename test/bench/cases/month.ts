import { inside } from '../support/inside.ts';
import type { Bench } from '../support/row.ts';

interface Measured {
  readonly runs: number;
  readonly gaps: number;
  readonly whole: boolean;
  readonly bytes: number;
  readonly times: Readonly<Record<string, number>>;
}

/** Thirty days through the real pollers and the real writer; each question that screens and commands ask of them. */
export const month: Bench = {
  name: 'month',
  onlyByName: true,
  async run() {
    const { runs, gaps, whole, bytes, times } = await inside<Measured>('month', '30');
    return [
      {
        what: 'Thirty days of 12 servers and 60 streams, a poll a minute: size',
        goal: '',
        figure: `${(bytes / 1e6).toFixed(0)} MB, ${runs} runs`,
        met: undefined,
      },
      {
        what: 'The file is whole, and each time that was not watched is a gap',
        goal: 'whole',
        figure: `${whole ? 'whole' : 'damaged'}, ${gaps} gaps`,
        met: whole && gaps >= runs - 1,
      },
      ...Object.entries(times).map(([what, ms]) => ({
        what: `History of thirty days: ${what}`,
        goal: '',
        figure: `${ms.toFixed(0)} ms`,
        met: undefined,
      })),
    ];
  },
};
