import type { EntryItem } from '../../cluster/journal/log.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import { remembered } from '../remembered.ts';

/** A version change that several objects report. */
export interface VersionChange {
  /** What has the version: the one or two words before it. */
  readonly of: string;
  readonly before: string;
  readonly after: string;
  /** The first entry with the new version, and the time of the last one, Unix ms. */
  readonly item: EntryItem;
  readonly until: number;
  /** Names of the objects, in the order in which they changed. */
  readonly objects: readonly string[];
}

/**
 * A name of one or two words with a version after it: `Live 4.8.3`, `Encoder v2.1`. Addresses and figures with a
 * unit do not match.
 */
const VERSIONED =
  /((?:\p{L}[\p{L}\d-]* )?\p{L}[\p{L}\d-]*) v?(\d+(?:\.\d+){1,2})(?![\d.]*\d)(?! ?(?:%|°|dB|[kMGT]?(?:i?B|b|bit|bps|bytes?|Hz)(?:\b|\/)|m?s\b|min\b|fps\b))/gu;
const MAX_CHARACTERS = 300;

/** Version changes among entries, oldest first. `items` must be in order of time. */
export function versionChanges(items: readonly EntryItem[]): readonly VersionChange[] {
  const versions = new Map<string, string>();
  const changes = new Map<string, VersionChange>();
  for (const item of items) {
    const { objectName, createDate } = item.entry;
    for (const { of, version } of versionsIn(item.entry)) {
      const who = `${objectName}\n${of}`;
      const before = versions.get(who);
      versions.set(who, version);
      if (before === undefined || before === version) continue;
      const key = `${of} ${before} ${version}`;
      const known = changes.get(key);
      const { objects: others = [] } = known ?? {};
      const objects = others.includes(objectName ?? '') ? others : [...others, objectName ?? ''];
      changes.set(key, { of, before, after: version, item: known?.item ?? item, until: createDate, objects });
    }
  }
  return [...changes.values()];
}

/** The whole log is examined at each poll. */
const versionsIn = remembered(({ message }: JournalEntry) => {
  const text = (message ?? '').slice(0, MAX_CHARACTERS);
  const matches = /\d\.\d/.test(text) ? [...text.matchAll(VERSIONED)] : [];
  return matches.map(([, of = '', version = '']) => ({ of, version }));
});
