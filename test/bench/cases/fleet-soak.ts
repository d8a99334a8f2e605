import type { SoakPoint } from '../inside/soak.ts';
import { inside } from '../support/inside.ts';
import type { Bench } from '../support/row.ts';

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
    const liveAt = (minute: number) => points.find((point) => point.minute === minute)?.live ?? Number.NaN;
    const more = liveAt(TO) - liveAt(FROM);
    const memoryOverTime = points.map(
      ({ minute, live, resident }) =>
        `minute ${minute}: ${live.toFixed(0)} MB (resident ${resident.toFixed(0)})`,
    );
    return [
      {
        what: `${CLUSTERS} clusters of 10 servers and 300 streams, without a stored history: live memory, minute ${FROM} to ${TO}`,
        goal: `≤ ${MOST_MORE_MB} MB more`,
        figure: memoryOverTime.join(', '),
        met: more <= MOST_MORE_MB,
      },
    ];
  },
};
