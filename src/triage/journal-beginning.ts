import { mentions } from '../base/mentions.ts';
import { entriesBetween } from '../cluster/journal/log.ts';
import { entryChange, entrySeverity } from '../cluster/journal/words.ts';
import type { ClusterState } from '../cluster/state.ts';

/**
 * When the journal first reports trouble with, or a restart of, one of these objects within `within` ms before
 * `noticedAt`. `noticedAt` itself if it does not. Unix ms by the local clock.
 */
export function beganInJournal(
  { journal, clockSkew = 0 }: ClusterState,
  objects: readonly string[],
  noticedAt: number,
  within: number,
): number {
  const items = entriesBetween(journal, noticedAt - within + clockSkew, noticedAt + clockSkew);
  const first = items.find(
    ({ entry }) =>
      objects.some((name) => mentions(entry.objectName, name)) &&
      (entrySeverity(entry) !== 'info' || entryChange(entry) === 'restart'),
  );
  return first ? first.entry.createDate - clockSkew : noticedAt;
}
