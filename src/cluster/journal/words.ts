import { testTexts } from '../../base/limited-regex.ts';
import type { JournalEntry } from '../../protocol/journal.ts';

export type EntrySeverity = 'critical' | 'warning' | 'info';

/** A user's pattern, matched against `object: message`. It takes precedence over the words below. */
export interface SeverityPattern {
  readonly match: RegExp;
  readonly severity: EntrySeverity;
}

export type ChangeKind = 'reload' | 'settings' | 'restart' | 'limit' | 'license' | 'topology';

/** Characters of a message that are examined, also by patterns. */
const MAX_CHARACTERS = 2_000;

/**
 * Phrases that contain such a word but report no problem: `0 errors`, `no failures`, `loss 0.0 %`. They are removed
 * before the words are searched for.
 */
const HARMLESS = [
  /\b(?:no|0|zero|without(?: an?y?)?) (?:new )?(?:errors?|failures?|warnings?|loss|drops?|timeouts?|change)\b/gi,
  /\b(?:loss|errors?|failures?|drops?|dropped)[:= ]+0+(?:\.0+)?(?![\d.])/gi,
];

/** Entries have no severity of their own, so these words decide it. */
const SEVERITIES: readonly { readonly severity: 'critical' | 'warning'; readonly words: RegExp }[] = [
  {
    severity: 'critical',
    words:
      /\b(?:fatal|panic|crash(?:ed|es)?|critical|emergency|out of memory|oom|killed|dead|died|unreachable|corrupt(?:ed|ion)?|no space left|disk full|data loss|segmentation fault)\b/i,
  },
  {
    severity: 'warning',
    words:
      /\b(?:warn(?:ing)?|errors?|fail(?:s|ed|ing|ures?)?|lost|loss|time[sd]? ?out|timeouts?|refused|denied|rejected|forbidden|unauthori[sz]ed|exceed(?:s|ed|ing)?|overload(?:ed)?|dropp(?:ed|ing)|stalled|unstable|degraded|unavailable|not responding|no (?:answer|heartbeat|response|input|source)|overflow(?:s|ed)?|misse[sd]|missing|expired?|invalid|abort(?:s|ed)?|retr(?:y|ies|ying)|exhausted|too (?:many|slow|late|large)|behind|throttled|limit reached|full|unexpected(?:ly)?|disconnected by|reset by|times as \w+ as (?:usual|before))\b/i,
  },
];

/** The kinds of change, the most important first. */
const CHANGES: readonly { readonly kind: ChangeKind; readonly words: RegExp }[] = [
  { kind: 'license', words: /\blicen[sc]es?\b/i },
  { kind: 'reload', words: /\b(?:re-?load(?:s|ed|ing)?|re-?read)\b/i },
  {
    kind: 'restart',
    words:
      /\b(?:re-?start(?:s|ed|ing)?|re-?boot(?:s|ed|ing)?|start(?:ed|ing) up|boot(?:s|ed|ing)|shut(?:ting)? ?down|upgrad(?:e|es|ed|ing)|deploy(?:s|ed|ing|ment)?|version)\b/i,
  },
  {
    kind: 'limit',
    words:
      /\b(?:limit|quota|cap(?:acity)?)\b.*\b(?:set|changed?|raised|lowered|fell|reduced|increased|decreased|removed|updated|now|from)\b|\b(?:limit|quota|cap(?:acity)?)\b.*(?:->|\u2192)|\b(?:set|chang(?:ed|ing)|raised|lowered|reduced|increased|updated|removed)\b.*\b(?:limit|quota|cap(?:acity)?)\b/i,
  },
  { kind: 'settings', words: /\b(?:settings?|config(?:uration)?|parameters?|re-?negotiated)\b/i },
  {
    kind: 'topology',
    words:
      /\b(?:topology|fail-?over|promoted|demoted|elected|migrat(?:ed|ing|ion)|rebalanc(?:ed|ing)|drain(?:ed|ing)|maintenance)\b|\b(?:server|node|edge|origin|transcoder|member|manager)\b.*\b(?:joined|left|added|removed|registered|unregistered|gone|disappeared)\b/i,
  },
];

interface Matched {
  readonly patterns: readonly SeverityPattern[];
  /** Places in `patterns`. */
  readonly places: readonly number[];
}
const matched = new WeakMap<JournalEntry, Matched>();
const wordSeverities = new WeakMap<JournalEntry, EntrySeverity>();
const NOWHERE: readonly number[] = [];

/** Tests all entries that no pattern was applied to yet in one run, which is much cheaper than one by one. */
export function matchPatterns(
  entries: readonly JournalEntry[],
  patterns: readonly SeverityPattern[] = noPatterns,
): void {
  if (patterns.length === 0) return;
  const fresh = entries.filter((entry) => matched.get(entry)?.patterns !== patterns);
  if (fresh.length === 0) return;
  const found = testTexts(
    patterns.map(({ match }) => match),
    fresh.map(({ objectName, message }) => `${objectName ?? ''}: ${message ?? ''}`),
  );
  for (const [index, entry] of fresh.entries()) {
    const places = found.flatMap((answers, place) => (answers?.[index] === true ? [place] : []));
    matched.set(entry, { patterns, places: places.length === 0 ? NOWHERE : places });
  }
}

export function patternsOf<P extends SeverityPattern>(
  entry: JournalEntry,
  patterns: readonly P[],
): readonly P[] {
  matchPatterns([entry], patterns);
  const places = matched.get(entry)?.places ?? NOWHERE;
  return places.length === 0 ? [] : patterns.filter((_, place) => places.includes(place));
}

/** The severity of an entry by the user's patterns (the worst that matches), else by its words. */
export function entrySeverity(
  entry: JournalEntry,
  patterns: readonly SeverityPattern[] = noPatterns,
): EntrySeverity {
  if (patterns.length > 0) {
    const found = patternsOf(entry, patterns).map(({ severity }) => severity);
    const worst = (['critical', 'warning', 'info'] as const).find((severity) => found.includes(severity));
    if (worst) return worst;
  }
  const known = wordSeverities.get(entry) ?? byWords(entry.message ?? '');
  wordSeverities.set(entry, known);
  return known;
}

const noPatterns: readonly SeverityPattern[] = [];

function byWords(message: string): EntrySeverity {
  let text = message.slice(0, MAX_CHARACTERS);
  for (const harmless of HARMLESS) text = text.replace(harmless, ' ');
  return SEVERITIES.find(({ words }) => words.test(text))?.severity ?? 'info';
}

const changes = new WeakMap<JournalEntry, { readonly kind: ChangeKind | undefined }>();

/** The change that an entry reports: a reload, settings, a restart, a limit, the license, the topology. */
export function entryChange(entry: JournalEntry): ChangeKind | undefined {
  let known = changes.get(entry);
  if (!known) {
    known = { kind: changeByWords(entry) };
    changes.set(entry, known);
  }
  return known.kind;
}

function changeByWords(entry: JournalEntry): ChangeKind | undefined {
  const text = (entry.message ?? '').slice(0, MAX_CHARACTERS);
  if (/\b(?:no change|unchanged)\b/i.test(text)) return undefined;
  return CHANGES.find(({ words }) => words.test(text))?.kind;
}

export function isChangeEntry(entry: JournalEntry): boolean {
  return entryChange(entry) !== undefined;
}
