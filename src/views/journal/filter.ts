import { parseDuration } from '../../base/durations.ts';
import { errorMessage } from '../../base/system-error.ts';
import { parseTime } from './time.ts';

/** Where a term is searched for. `any` means object, message and thread. */
export type TermField = 'any' | 'object' | 'thread';

export interface Term {
  readonly field: TermField;
  readonly negated: boolean;
  /** A text in lower case, or a regular expression. */
  readonly match: string | RegExp;
}

/** A condition on the kind of entry. */
export interface Quality {
  readonly negated: boolean;
  /**
   * At least this severity, by its words; `new`: a kind of message that is new in this session; `routine`: none of
   * these, and neither a change nor a failure.
   */
  readonly is: 'critical' | 'warning' | 'new' | 'routine';
}

/** The filter while routine entries are folded. */
export const withoutRoutine: readonly Quality[] = [{ negated: true, is: 'routine' }];

export interface JournalFilter {
  /** The text as typed. */
  readonly text: string;
  /** All of them must hold. */
  readonly terms: readonly Term[];
  readonly qualities: readonly Quality[];
  /** A leading `?`: hide nothing and only highlight the terms. */
  readonly highlightOnly: boolean;
  /** Entries at or after `since` and at or before `until`, Unix ms by the clock of the entries. */
  readonly since?: number;
  readonly until?: number;
  /** Only entries of this time before now, ms. */
  readonly last?: number;
  /**
   * Lines that are shown even if they do not match: the newest ones before the position `end`, until `rows` are
   * filled.
   */
  readonly kept?: { readonly end: number; readonly rows: number };
  /** An error in the filter. An invalid term hides nothing. */
  readonly problem: string | undefined;
}

/**
 * Parses a filter. Words (all must occur, in any case), `"with spaces"`, `/pattern/i`; `!` before any of them
 * negates it, `object:` or `thread:` restricts it; `sev:warn` and `sev:crit` (at least this severity), `new:` (a
 * kind of message that was not seen before), `since:14:03`, `until:14:10`, `last:10m`; a leading `?` only
 * highlights. `now` (Unix ms) is when it was typed, because 14:03 refers to that day.
 */
export function parseFilter(text: string, now: number): JournalFilter {
  const highlightOnly = text.trimStart().startsWith('?');
  const terms: Term[] = [];
  const qualities: Quality[] = [];
  const problems: string[] = [];
  const times: Pick<JournalFilter, 'since' | 'until' | 'last'> = {};
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
  return { text, terms, qualities, highlightOnly, ...times, problem: problems[0] };
}

interface Token {
  readonly negated: boolean;
  /** Lower case, without the colon; '' without a field. */
  readonly field: string;
  readonly kind: 'plain' | 'quoted' | 'pattern' | 'open pattern';
  readonly value: string;
  readonly flags: string;
}

/** `object:`, a lone `!` or an empty pattern: there is nothing to search for yet. */
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

/** A condition on time; null if the token is not one, undefined if it is invalid. */
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
  // `until:14:03` includes that whole minute.
  return field === 'since'
    ? { since: at }
    : { until: at + (/^\d{1,2}:\d{2}$|[T ]\d{1,2}:\d{2}$/.test(value) ? 59_999 : 999) };
}

/** `sev:` with the beginning of a severity, or `new:`. */
function qualityOf({ field, negated, value }: Token): Quality | undefined {
  if (field === 'new') return { negated, is: 'new' };
  const word = value.toLowerCase();
  const is = (['warning', 'critical'] as const).find((name) => word !== '' && name.startsWith(word));
  return is && { negated, is };
}

function termOf(token: Token): Term | string {
  const field: TermField = token.field === 'object' || token.field === 'thread' ? token.field : 'any';
  const { negated, value } = token;
  if (token.kind === 'open pattern') return `/${value} needs a closing /`;
  if (token.kind !== 'pattern') return { field, negated, match: value.toLowerCase() };
  try {
    // With the flags `g` and `y` the pattern would keep its position between tests.
    return { field, negated, match: new RegExp(value, token.flags.replace(/[gy]/g, '')) };
  } catch (error) {
    return errorMessage(error);
  }
}
