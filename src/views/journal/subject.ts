import type { Target } from '../../base/link.ts';
import { mentions } from '../../base/mentions.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { JournalEntry } from '../../protocol/journal.ts';

type NamingEntry = Pick<JournalEntry, 'objectName' | 'message'>;

/** Such as `Viewer connected: ID`, `Viewer: ID`. No list contains viewers, so any id in such a text is accepted. */
const VIEWER = /\bviewer\b[^:]{0,40}:\s*([\w-]{4,80})/i;

/** The object that an entry is about, if it names a known one. The object's name is more important than the message; of several names the longest is taken. */
export function entrySubject(state: ClusterState, entry: NamingEntry): Target | undefined {
  const known = knownNames(state);
  return named(known, entry.objectName) ?? viewerOf(entry) ?? named(known, entry.message);
}

interface NamedObject {
  readonly name: string;
  readonly subject: Target;
}

function knownNames(state: ClusterState): readonly NamedObject[] {
  const known: NamedObject[] = [];
  for (const { name } of state.servers) known.push({ name, subject: { kind: 'server', name } });
  const streams = [state.streams.value?.items, state.streamSweep.value?.items].flatMap((items) => [
    ...(items?.values() ?? []),
  ]);
  for (const { id, streamKey } of streams) known.push({ name: streamKey, subject: { kind: 'stream', id } });
  for (const { name } of state.applicationSweep.value?.items.values() ?? [])
    known.push({ name, subject: { kind: 'application', name } });
  return known;
}

function named(known: readonly NamedObject[], text: string | null | undefined): Target | undefined {
  let best: NamedObject | undefined;
  for (const one of known)
    if (one.name.length > (best?.name.length ?? 0) && mentions(text, one.name)) best = one;
  return best?.subject;
}

function viewerOf({ objectName, message }: NamingEntry): Target | undefined {
  const id = VIEWER.exec(objectName ?? '')?.[1] ?? VIEWER.exec(message ?? '')?.[1];
  return id === undefined ? undefined : { kind: 'viewer', id };
}
