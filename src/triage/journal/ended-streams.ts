import { mentions } from '../../base/mentions.ts';
import { leastKnown } from '../../cluster/figures.ts';
import { entriesBetween, type JournalItem } from '../../cluster/journal/log.ts';
import { templateOf } from '../../cluster/journal/templates.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import { streamKeyOf } from './culprit.ts';
import { classOfEntry } from './entry-class.ts';

/** When streams ended, as the journal dates it: sweeps over the streams are a minute apart. Times are Unix ms, local clock. */
export interface EndedInJournal {
  /** The first of several entries of a new kind of failure about them or their servers. */
  readonly failedSince: number | undefined;
  /** When each stream ended, by its key; only those that the journal names. */
  readonly endedAt: ReadonlyMap<string, number>;
}

interface Ended {
  readonly keys: ReadonlySet<string>;
  /** The servers that published them. */
  readonly servers: readonly string[];
  /** When the first of them was last seen, Unix ms. */
  readonly from: number;
}

/** So many entries of a kind are more than one publisher's trouble. */
const SEVERAL = 3;

/** A stream is no longer published, or its publisher is gone. */
const ENDED =
  /\bunpublished\b|\bpublisher\b.{0,40}\b(?:disconnected|left|lost|gone|rejected|refused|stopped)\b/i;

/** Asked at each step while streams are missing, and the journal changes less often. */
const known = new WeakMap<readonly JournalItem[], { readonly of: string; readonly answer: EndedInJournal }>();

export function endedInJournal(state: ClusterState, ended: Ended): EndedInJournal {
  const { items } = state.journal;
  const of = `${ended.from} ${ended.keys.size} ${ended.servers.join(' ')}`;
  const before = known.get(items);
  if (before?.of === of) return before.answer;
  const answer = readEnds(state, ended);
  known.set(items, { of, answer });
  return answer;
}

function readEnds({ journal, clockSkew = 0 }: ClusterState, { keys, servers, from }: Ended): EndedInJournal {
  const oldest = from + clockSkew;
  const endedAt = new Map<string, number>();
  const failures: JournalEntry[] = [];
  for (const { entry } of entriesBetween(journal, oldest, Number.POSITIVE_INFINITY).toReversed()) {
    const key = streamKeyOf(entry.objectName);
    const isOwn = key !== undefined && keys.has(key);
    // Read backwards, so the newest end of a stream counts.
    if (isOwn && !endedAt.has(key) && ENDED.test(entry.message ?? ''))
      endedAt.set(key, entry.createDate - clockSkew);
    const isOfServers = key === undefined && servers.some((name) => mentions(entry.objectName, name));
    if ((!isOwn && !isOfServers) || classOfEntry(entry) !== 'failure') continue;
    const { opening = true, first = 0 } = journal.templates.get(templateOf(entry)) ?? {};
    if (!opening && first >= oldest) failures.push(entry);
  }
  const several = [...Map.groupBy(failures, templateOf).values()].filter(({ length }) => length >= SEVERAL);
  const first = leastKnown(several.map((own) => own.at(-1)?.createDate));
  return { failedSince: first === undefined ? undefined : first - clockSkew, endedAt };
}
