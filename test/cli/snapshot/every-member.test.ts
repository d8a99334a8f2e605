import { expect, test } from 'vitest';
import { ManualClock } from '../../support/manual-clock.ts';
import { type JsonPath, pathsOf, withValueAt } from '../../support/mutate-json.ts';
import { soundAnswers } from '../../support/odd/cluster.ts';
import { snapshotOf } from '../../support/odd/consumers.ts';

/* What is read of the API has a way out: another value of it is another snapshot. */

const answers = soundAnswers(new ManualClock().now());

/** Not data of the cluster, or shown only on the screens. */
const elsewhere = [
  // How pages were cut, and how long an answer took.
  /\.data\.(itemsPerPage|totalPages|currentPage|hasPrevious|hasNext|lastTimestamp)$/,
  /\.meta\./,
  // The points of the dashboard's histories are drawn; `current` is the total.
  /History\.(current|data\.)/,
  // The sizes that groups should have, but of roles that servers do not list.
  /appGroupStats\.(feed|sink)\.groups\./,
  // An end of the servers' links: how many there are is drawn.
  /(up|down)Links/,
  /^cloudValues\.possibleValues\.regions\.\d\.(coordinates|url|pos)/,
  // The dashboard brings the servers; the second list is compared with it.
  /^topology\./,
  /\.subStreams\.0\.streamKey$/,
];

const valueAt = (place: JsonPath) =>
  place.reduce<unknown>((part, key) => Reflect.get(Object(part), key), answers);

/** Another value of the same kind, so that nothing becomes unreadable. */
function otherValue(value: unknown): unknown {
  if (typeof value === 'number') return Math.max(0, value - 1);
  return typeof value === 'boolean' ? !value : `${value}x`;
}

const leaves = pathsOf(answers).filter((place) => {
  const path = place.join('.');
  const isRead = /^(dashboard|topology|streams|applications|journal|cloudValues)\./.test(path);
  const isLeaf = typeof valueAt(place) !== 'object' || valueAt(place) === null;
  // The first item of each list stands for all.
  return isRead && isLeaf && !/\.[1-9]\d*(\.|$)/.test(path) && !elsewhere.some((one) => one.test(path));
});

test('each member that the API documents has a way out', async () => {
  const before = JSON.stringify(await snapshotOf(answers));
  const silent: string[] = [];
  for (const place of leaves) {
    const changed = withValueAt(answers, place, otherValue(valueAt(place))) as object;
    if (JSON.stringify(await snapshotOf(changed)) === before) silent.push(place.join('.'));
  }
  expect(silent).toEqual([]);
  expect(leaves.length).toBeGreaterThan(100);
});
