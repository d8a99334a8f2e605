import type { SoakPoint } from '../inside/memory-over.ts';
import { inside } from '../support/inside.ts';
import type { Bench } from '../support/row.ts';

/** Memory with many problems: 40 servers, 3,000 streams half of which are unhealthy, 20 journal entries a second. */
export const soak: Bench = {
  name: 'soak',
  async run() {
    const [sick, huge] = await Promise.all([
      inside<SoakPoint[]>('soak', 'sick', '2,6,16,60,240'),
      // Long enough to write the first blocks of the history twice.
      inside<SoakPoint[]>('soak', 'huge', '2,6,22'),
    ]);
    const more = live(sick, 6) - live(sick, 2);
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
        figure: memoryOverTime(sick),
        met: (sick.at(-1)?.resident ?? Number.NaN) <= 160,
      },
      {
        what: '`huge`: resident memory',
        goal: '≤ 250 MB',
        figure: memoryOverTime(huge),
        met: Math.max(...huge.map(({ resident }) => resident)) <= 250,
      },
    ];
  },
};

const CLUSTERS = 50;
/** From this minute on all that is remembered for an hour is full. */
const FROM = 80;
const TO = 120;
const MOST_MORE_MB = 10;

/** Memory of many clusters that nobody looks at, over two hours on a clock of their own. */
export const fleetSoak: Bench = {
  name: 'fleet-soak',
  onlyByName: true,
  async run() {
    const points = await inside<SoakPoint[]>('fleetSoak', `${CLUSTERS}`, `5,30,${FROM},${TO}`);
    const what = `${CLUSTERS} clusters of 10 servers and 300 streams, without a stored history: live memory, minute ${FROM} to ${TO}`;
    const met = live(points, TO) - live(points, FROM) <= MOST_MORE_MB;
    return [{ what, goal: `≤ ${MOST_MORE_MB} MB more`, figure: memoryOverTime(points), met }];
  },
};

function live(points: readonly SoakPoint[], minute: number): number {
  return points.find((point) => point.minute === minute)?.live ?? Number.NaN;
}

function memoryOverTime(points: readonly SoakPoint[]): string {
  const words = ({ minute, live: held, resident }: SoakPoint) =>
    `minute ${minute}: ${resident.toFixed(0)} MB (live ${held.toFixed(0)})`;
  return points.map(words).join(', ');
}
