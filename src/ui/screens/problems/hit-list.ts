import { clockTime, count } from '../../../base/format.ts';
import type { Line } from '../../../base/text.ts';
import { fit, textWidth } from '../../../base/width.ts';
import type { ClusterState } from '../../../cluster/state.ts';
import type { HitStream } from '../../../triage/problem.ts';
import { placementsOf } from '../../../views/applications/applications.ts';
import type { StreamsHit } from '../../../views/problems/facts.ts';

const MOST_NAME_COLUMNS = 32;
const VIEWERS_COLUMNS = 7;

/** Every stream that a problem affects, one a row: its name, viewers, where it runs, its copies, since when it is missing. */
export function hitList({ first }: StreamsHit, state: ClusterState): Line[] {
  const name = Math.min(
    MOST_NAME_COLUMNS,
    Math.max(0, ...first.map(({ streamKey }) => textWidth(streamKey))),
  );
  const servers = new Map<string, string>();
  const runsOn = (application: string) => {
    const known = servers.get(application);
    if (known !== undefined) return known;
    const names = placementsOf(state, { name: application }).map(({ server }) => server);
    const words = names.length === 0 ? '' : ` on ${names.join(', ')}`;
    servers.set(application, words);
    return words;
  };
  return first.map((stream): Line => {
    const { id, streamKey, application, viewers, copies } = stream;
    const where = application === undefined ? '' : `${application}${runsOn(application)}`;
    return [
      { text: fit(streamKey, name), tone: 'accent', link: { kind: 'stream', id, streamKey, application } },
      { text: fit(count(viewers), VIEWERS_COLUMNS, 'right') },
      {
        text: [copies === undefined ? '' : ` ×${count(copies)}`, stateWords(stream), where].join('  '),
        tone: 'dim',
      },
    ];
  });
}

/** Whether a stream that was away is back; when a missing one was last seen. */
export function stateWords({ isBack, seenAt }: HitStream): string {
  if (isBack === undefined) return '';
  if (isBack) return 'back';
  return seenAt === undefined ? 'missing' : `missing since ${clockTime(seenAt)}`;
}
