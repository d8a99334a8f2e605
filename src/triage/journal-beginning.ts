import { mentions } from '../base/mentions.ts';
import { entryChange, entrySeverity } from '../cluster/journal/words.ts';
import type { ClusterState } from '../cluster/state.ts';

/**
 * When the journal first speaks of trouble with, or a restart of, one of these objects within `within` ms before
 * `noticedAt`; `noticedAt` itself where it does not. Unix ms by the local clock.
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
    // What is newer is not searched for names: asked again at each step, of a busy journal it is most of it.
    if (at >= began || !objects.some((name) => mentions(item.entry.objectName, name))) continue;
    if (entrySeverity(item.entry) !== 'info' || entryChange(item.entry) === 'restart') began = at;
  }
  return began;
}
