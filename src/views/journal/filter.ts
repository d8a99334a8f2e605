import { parseDuration } from '../../base/durations.ts';
import { errorMessage } from '../../base/system-error.ts';
import { parseTime } from './time.ts';

/** Where a term looks: anywhere is object, message and thread. */
export type TermField = 'any' | 'object' | 'thread';

/** One condition on an entry. */
export interface Term {
  readonly field: TermField;
  readonly negated: boolean;
  /** Plain text, lower case, or a pattern. */
  readonly match: string | RegExp;
}

/** One condition on what an entry is. */
export interface Quality {
  readonly negated: boolean;
  /**
   * At least that severe, by its words; of a kind of message that is new in this session; or routine: none of these, and
   * it says neither that something was changed nor that it broke.
   */
  readonly is: 'critical' | 'warning' | 'new' | 'routine';
}

/** What passes while routine is folded. */
export const withoutRoutine: readonly Quality[] = [{ negated: true, is: 'routine' }];

export interface JournalFilter {
  /** As it was typed. */
  readonly text: string;
  /** All of them must hold. */
  readonly terms: readonly Term[];
  readonly qualities: readonly Quality[];
  /** A leading `?`: nothing is hidden, the terms are only highlighted. */
  readonly highlightOnly: boolean;
  /** Unix ms by the clock of the entries; entries at or after `since`, before or at `until`. */
  readonly since: number | undefined;
  readonly until: number | undefined;
  /** Only entries of the last so many ms. */
  readonly last: number | undefined;
  /** The newest lines stay, whatever they are: those before the position `end`, and so many that `rows` are filled. */
  readonly kept?: { readonly end: number; readonly rows: number };
  /** What is wrong with the filter. A wrong term hides nothing. */
  readonly problem: string | undefined;
}

/**
 * Reads a filter: words (all must occur, whatever the case), `"with spaces"`, `/pattern/i`, `!` before any of them for
 * not, `object:` and `thread:` before any of them, `sev:warn` and `sev:crit` (at least that severe), `new:` (a kind of
 * message that was not seen before), `since:14:03`, `until:14:10`, `last:10m`; a leading `?` highlights
 * only. `now` (Unix ms) is the moment at which it was typed: it says which day's 14:03 is meant.
 */
export function parseFilter(text: string, now: number): JournalFilter {
  const highlightOnly = text.trimStart().startsWith('?');
  const terms: Term[] = [];
  const qualities: Quality[] = [];
  const problems: string[] = [];
  const times: { since?: number; until?: number; last?: number } = {};
  for (const token of tokens(highlightOnly ? text.replace('?', ' ') : text)) {
    if (isUnfinished(token)) continue;
    const time = timeOf(token, now);
    if (time === undefined)
      problems.push(`‘${token.value}’ is not a time: 14:03, 2026-01-15T14:03, last:10m`);
    else if (time) Object.assign(times, time);
    else if (token.field === 'sev' || token.field === 'new') {
      const quality = qualityOf(token);
      if (quality) qualities.push(quality);
      else problems.push(`sev:${token.value} is not known: use sev:warn or sev:crit`);
    } else {
      const term = termOf(token);
      if (typeof term === 'string') problems.push(term);
      else terms.push(term);
    }
  }
  return {
    text,
    terms,
    qualities,
    highlightOnly,
    since: times.since,
    until: times.until,
    last: times.last,
    problem: problems[0],
  };
}

interface Token {
  readonly negated: boolean;
  /** Lower case, without the colon; '' where there is none. */
  readonly field: string;
  readonly kind: 'plain' | 'quoted' | 'pattern' | 'open pattern';
  readonly value: string;
  readonly flags: string;
}

/** `object:`, a lone `!` or an empty pattern: nothing to look for yet. */
function isUnfinished({ field, kind, value, negated }: Token): boolean {
  if (kind === 'open pattern' || field === 'new') return false;
  return value === '' || (value === '!' && !negated);
}

const TOKEN =
  /(!?)(?:(object|thread|sev|new|since|until|last):)?(?:"([^"]*)(?:"|$)|\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\])*)(?:\/([a-z]*)|$)(?=\s|$)|(\S+)|(?<=:))/gi;

function tokens(text: string): Token[] {
  const found: Token[] = [];
  for (const [, not, field, quoted, pattern, flags, plain] of text.matchAll(TOKEN)) {
    const base = { negated: not === '!', field: (field ?? '').toLowerCase(), flags: flags ?? '' };
    if (quoted !== undefined) found.push({ ...base, kind: 'quoted', value: quoted });
    else if (pattern !== undefined)
      found.push({ ...base, kind: flags === undefined ? 'open pattern' : 'pattern', value: pattern });
    else if (plain?.startsWith('/')) found.push({ ...base, kind: 'open pattern', value: plain.slice(1) });
    else found.push({ ...base, kind: 'plain', value: plain ?? '' });
  }
  return found;
}

/** A condition on time; null where the token is no such condition, undefined where it cannot be read. */
function timeOf(
  token: Token,
  now: number,
): { since: number } | { until: number } | { last: number } | null | undefined {
  const { field, value } = token;
  if (field === 'last') {
    const last = parseDuration(value.trim());
    return last === undefined ? undefined : { last };
  }
  if (field !== 'since' && field !== 'until') return null;
  const at = parseTime(value, now);
  if (at === undefined) return undefined;
  // `until:14:03` means to the end of that minute, as one reads it off the screen.
  return field === 'since'
    ? { since: at }
    : { until: at + (/^\d{1,2}:\d{2}$|[T ]\d{1,2}:\d{2}$/.test(value) ? 59_999 : 999) };
}

/** `sev:` with a word that begins one of the severities, or `new:`. */
function qualityOf({ field, negated, value }: Token): Quality | undefined {
  if (field === 'new') return { negated, is: 'new' };
  const word = value.toLowerCase();
  const is = (['warning', 'critical'] as const).find((name) => word !== '' && name.startsWith(word));
  return is && { negated, is };
}

/** A term, or words about what is wrong with it. */
function termOf(token: Token): Term | string {
  const field: TermField = token.field === 'object' || token.field === 'thread' ? token.field : 'any';
  const { negated, value } = token;
  if (token.kind === 'open pattern') return `/${value} needs a closing /`;
  if (token.kind !== 'pattern') return { field, negated, match: value.toLowerCase() };
  try {
    // The flags `g` and `y` would make the pattern keep its position between tests.
    return { field, negated, match: new RegExp(value, token.flags.replace(/[gy]/g, '')) };
  } catch (error) {
    return errorMessage(error);
  }
}
