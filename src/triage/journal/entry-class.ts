import {
  type ChangeKind,
  entryChange,
  entrySeverity,
  type SeverityPattern,
} from '../../cluster/journal/words.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import { remembered } from '../remembered.ts';

/**
 * What an entry reports. `change`: someone or something changed how the cluster works. `failure`: something broke.
 * `state`: effects of these and everyday events, such as streams and viewers that come and go, lost heartbeats,
 * accounts. `plain`: none of these.
 */
export type EntryClass = 'change' | 'failure' | 'state' | 'plain';

/** Longer messages are cut before they are classified. */
const MAX_CHARACTERS = 500;

/** States of sessions and links, and what a manager reports about a server that is away: always effects. */
const STATE =
  /\bstatus update\b|\bheart-?beats?\b|\bre-?evaluated\b|\b(?:un)?published\b|\b(?:viewers?|players?|sessions?|publishers?|clients?|encoders?)\b.{0,40}\b(?:(?:dis|re)?connect(?:ed|s)?|joined|left|opened|closed|started|stopped|ended|lost)\b|\b(?:server|node|member)\b.*\b(?:joined|left|registered|unregistered|gone|disappeared|removed: no)\b/i;

/** User accounts: a change of rights changes no figure by itself. */
const ACCOUNT =
  /^(?:user|account)s? \S+ .*\b(?:created|added|deleted|removed|updated|logged|signed)\b|\b(?:logged|signed) (?:in|out)\b/i;

/** Participles that mean a change, besides those in the journal's own table. */
const CHANGED =
  /\b(?:chang(?:ed|es)|set (?:to|by|on)|replaced|swapped|enabled|disabled|activated|deactivated|applied|switched (?:to|from|on|off|over)|(?:un)?installed|(?:un)?loaded|(?:re)?activated|updated?|upgraded?|downgraded?|deployed|released|rolled (?:out|back)|roll-?(?:out|back)|renewed|revoked|rotated|restored|imported|excluded|withdrawn|moved|reassigned|limited to|reduced|removed|re?configured|edited|modified|reset|overridden|requested by|by (?:operator|admin(?:istrator)?|user)\b)/i;

/** Kinds of change that a noun alone may mean, as in `License counters written`: a verb must say that it changed. */
const NAMED_BY_A_NOUN: readonly ChangeKind[] = ['license', 'settings'];
const CHANGED_WITH_A_NOUN =
  /\b(?:re-?(?:load|read|negotiat|new|issu)\w*|set|accepted|rejected|granted|added|extended|expired?|expires|exceeded|allows?|read|new|invalid|version|now)\b|->|\u2192/i;

/** Words for failures that are not among the words for severity. */
const FAILED = /\b(?:not available|down|withdrawn|expired?|revoked|broken|failing|fault(?:y)?)\b/i;

/** The class of an entry by its words. A user's pattern with a severity above `info` makes it a failure. */
export function classOfEntry(entry: JournalEntry, patterns?: readonly SeverityPattern[]): EntryClass {
  if (patterns && patterns.length > 0 && entrySeverity(entry, patterns) !== entrySeverity(entry)) {
    return entrySeverity(entry, patterns) === 'info' ? 'plain' : 'failure';
  }
  return classByWords(entry);
}

const classByWords = remembered((entry: JournalEntry): EntryClass => {
  const text = (entry.message ?? '').slice(0, MAX_CHARACTERS);
  if (ACCOUNT.test(text)) return 'state';
  // A failure is more than the state that it leads to.
  if (entrySeverity(entry) === 'critical') return STATE.test(text) ? 'state' : 'failure';
  if (/\b(?:rejected|refused|denied)\b/i.test(text)) return 'failure';
  if (STATE.test(text)) return 'state';
  const change = entryChange(entry);
  const isNoun = change !== undefined && NAMED_BY_A_NOUN.includes(change) && !CHANGED_WITH_A_NOUN.test(text);
  if ((change !== undefined && !isNoun) || CHANGED.test(text)) return 'change';
  return entrySeverity(entry) !== 'info' || FAILED.test(text) ? 'failure' : 'plain';
});
