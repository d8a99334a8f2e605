import { churningKinds } from '../../support/churning-cluster.ts';
import type { SoakPoint } from '../inside/soak.ts';
import { inside } from '../support/inside.ts';
import type { Bench, Row } from '../support/row.ts';

/** From this minute on the hour that the program remembers is full. */
const FROM = 70;
const TO = 100;
const MOST_MORE_MB = 5;

/** Memory when everything of one kind, or of all kinds, is new in each response. */
export const churn: Bench = {
  name: 'churn',
  onlyByName: true,
  async run() {
    const rows: Row[] = [];
    for (const kind of [...churningKinds, 'all']) {
      const points = await inside<SoakPoint[]>('soak', kind, `2,${FROM},${TO}`, 'clockedChurn');
      const liveAt = (minute: number) => points.find((point) => point.minute === minute)?.live ?? Number.NaN;
      const more = liveAt(TO) - liveAt(FROM);
      const memoryOverTime = points.map(({ minute, live, resident }) => {
        return `minute ${minute}: ${live.toFixed(0)} MB (resident ${resident.toFixed(0)})`;
      });
      rows.push({
        what: `${kind}, new in each response: live memory, minute ${FROM} to ${TO}`,
        goal: `≤ ${MOST_MORE_MB} MB more`,
        figure: memoryOverTime.join(', '),
        met: more <= MOST_MORE_MB,
      });
    }
    return rows;
  },
};
