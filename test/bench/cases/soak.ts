import type { SoakPoint } from '../inside/soak.ts';
import { isWhole, monitor, simulate } from '../support/castwatch.ts';
import { inside } from '../support/inside.ts';
import { pause } from '../support/numbers.ts';
import { residentMb } from '../support/process.ts';
import { Program } from '../support/program.ts';
import type { Bench } from '../support/row.ts';

const HUGE_FOR = 150_000;

/** Memory where much is wrong: 40 servers, 3,000 streams of which half are sick, 20 journal entries a second. */
export const soak: Bench = {
  name: 'soak',
  async run() {
    const points = await inside<SoakPoint[]>('soak', 'sick', '2,6,60,240');
    const at = (minute: number) => points.find((point) => point.minute === minute);
    const more = (at(6)?.live ?? Number.NaN) - (at(2)?.live ?? Number.NaN);
    const last = at(240)?.resident ?? Number.NaN;
    const huge = await residentOnHuge();
    return [
      {
        what: 'large and sick cluster: live memory, minute 2 to 6',
        goal: '≤ 12 MB more',
        figure: `${more.toFixed(1)} MB`,
        met: more <= 12,
      },
      {
        what: 'large and sick cluster: resident memory after four hours',
        goal: '≤ 160 MB',
        figure: points
          .map(
            ({ minute, live, resident }) =>
              `minute ${minute}: ${resident.toFixed(0)} MB (live ${live.toFixed(0)})`,
          )
          .join(', '),
        met: last <= 160,
      },
      {
        what: '`huge`: resident memory after two sweeps',
        goal: '≤ 250 MB',
        figure: `${huge.toFixed(0)} MB`,
        met: huge <= 250,
      },
    ];
  },
};

async function residentOnHuge(): Promise<number> {
  const cluster = await simulate('--scenario', 'huge');
  const program = new Program(monitor(cluster), true);
  try {
    await program.sees(isWhole);
    await pause(HUGE_FOR);
    return residentMb(program.pid);
  } finally {
    await program.end('q');
    await cluster.end();
  }
}
