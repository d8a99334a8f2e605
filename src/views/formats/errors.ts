import { count, counted, dateTime, duration, listed } from '../../base/format.ts';
import type { JournalDoubt } from '../../cluster/journal/log.ts';
import { resources } from '../../cluster/resources.ts';
import type { ClusterState, ResourceError } from '../../cluster/state.ts';
import { type Unreadable, unreadableNumber } from '../../protocol/parsed-response.ts';

/** Most fields that are named; the others are counted. */
const MOST_NAMED = 5;

/** The error of a resource, and when it is tried again, if the server named a time. */
export function errorWords({ message, retryAt }: ResourceError, now: number): string {
  const wait = (retryAt ?? now) - now;
  return wait > 0 ? `${message} Next try in ${duration(Math.ceil(wait / 1000) * 1000)}.` : message;
}

/** Such as `3 values unreadable`. */
export function unreadableCount(unreadable: readonly Unreadable[]): string {
  return `${counted(unreadableNumber(unreadable), 'value')} unreadable`;
}

/** One line for each of the first values that could not be read: the path, and the reason. */
export function unreadableWords(unreadable: readonly Unreadable[]): string[] {
  const named = unreadable
    .slice(0, MOST_NAMED)
    .map(({ path, reason, item }) => `▲ ${path}${item ? ' left out' : ''}: ${reason}`);
  const others = unreadableNumber(unreadable) - named.length;
  return others > 0 ? [...named, `▲ and ${count(others)} more`] : named;
}

/** Why the newest entries are not on the screen, in one sentence. */
export function unreachedWords(entries: number): string {
  return `The server always returns its oldest entries, whichever page is requested: ${counted(entries, 'newer one')} cannot be read.`;
}

/** Why the shown journal may not be the newest, in one sentence. */
export function doubtWords({ said, given }: JournalDoubt): string {
  const late = said > given;
  return late
    ? `The server says that its newest entry is from ${dateTime(said)}, but the newest one it sent is ${duration(said - given)} older: new entries may be missing.`
    : `The server says that its newest entry is from ${dateTime(said)}, but it sent one that is ${duration(given - said)} newer.`;
}

/**
 * Such as `used more than once: server node-1, stream id s-1`: names and ids that several items of the server
 * share. Undefined if there are none.
 */
export function sharedNameWords(state: ClusterState): string | undefined {
  const shared = resources.flatMap(({ key }) => state[key].shared ?? []);
  const words = new Set(shared.map(({ kind, name }) => `${kind} ${name}`));
  return words.size === 0 ? undefined : `used more than once: ${listed([...words])}`;
}
