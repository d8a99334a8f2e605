import { mentions } from '../base/mentions.ts';
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
  let began = noticedAt;
  for (let index = journal.items.length - 1; index >= 0; index--) {
    const item = journal.items[index];
    if (item?.kind !== 'entry') continue;
    const at = item.entry.createDate - clockSkew;
    if (at < noticedAt - within) break;
    // Entries that cannot be earlier are not searched for names. This runs at each step, and in a busy journal they
    // are most entries.
    if (at >= began || !objects.some((name) => mentions(item.entry.objectName, name))) continue;
    if (entrySeverity(item.entry) !== 'info' || entryChange(item.entry) === 'restart') began = at;
  }
  return began;
}
