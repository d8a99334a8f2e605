import { isSlow, matchRanges, testTexts } from '../../base/limited-regex.ts';
import { isNewEntryKind, type JournalTemplates } from '../../cluster/journal/templates.ts';
import { entrySeverity, matchPatterns, type SeverityPattern } from '../../cluster/journal/words.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import { classOfEntry } from '../../triage/journal/entry-class.ts';
import type { JournalFilter, Quality, Term, TermField } from './filter.ts';
import type { EntryTest } from './search-index.ts';

/** What a filter needs besides the entries: the kinds of messages seen so far, and the user's patterns. */
export interface FilterContext {
  readonly templates: JournalTemplates;
  readonly patterns?: readonly SeverityPattern[] | undefined;
}

/** The test of a filter; undefined if it filters nothing and every entry matches. */
export function filterTest(filter: JournalFilter, context: FilterContext): EntryTest | undefined {
  const terms = filter.highlightOnly ? [] : usable(filter.terms);
  const qualities = filter.highlightOnly ? [] : filter.qualities;
  if (terms.length === 0 && qualities.length === 0) return undefined;
  return {
    key: `filter ${terms.map(termKey).join(' ')} ${JSON.stringify(qualities)}`,
    keepLines: true,
    test: (entries) => {
      const found = testAll(terms, entries);
      if (qualities.length > 0) matchPatterns(entries, context.patterns);
      return entries.map((entry, index) => {
        const fits = ({ is, negated }: Quality) => hasQuality(entry, is, context) !== negated;
        return found[index] === true && qualities.every(fits);
      });
    },
  };
}

function hasQuality(entry: JournalEntry, is: Quality['is'], { templates, patterns }: FilterContext): boolean {
  if (is === 'new') return isNewEntryKind(templates, entry);
  if (is === 'routine') return isRoutine(entry, { templates, patterns });
  const severity = entrySeverity(entry, patterns);
  return severity === 'critical' || severity === is;
}

function isRoutine(entry: JournalEntry, { templates, patterns }: FilterContext): boolean {
  if (entrySeverity(entry, patterns) !== 'info' || isNewEntryKind(templates, entry)) return false;
  const what = classOfEntry(entry, patterns);
  return what === 'state' || what === 'plain';
}

/** The test for entries with something highlighted; undefined if nothing is. */
export function highlightTest(filter: JournalFilter): EntryTest | undefined {
  const terms = usable(highlightTerms(filter));
  if (terms.length === 0) return undefined;
  return {
    key: `highlight ${terms.map(termKey).join(' ')}`,
    keepLines: false,
    test: (entries) => {
      const each = terms.map((term) => testTerm(term, entries));
      return entries.map((_, index) => each.some((answers) => answers?.[index] === true));
    },
  };
}

export function highlightTerms(filter: JournalFilter): readonly Term[] {
  return filter.terms.filter((term) => !term.negated);
}

/** The error in a filter, such as a pattern that takes too long; undefined if there is none. */
export function filterProblem(filter: JournalFilter): string | undefined {
  if (filter.problem !== undefined) return filter.problem;
  const bad = filter.terms.find((term) => term.match instanceof RegExp && isSlow(term.match));
  return bad && `${String(bad.match)} takes too long on these entries; it is not applied`;
}

/** The ranges of a text to highlight, in order, without overlaps; [from, to) in UTF-16 units. */
export function matchedRanges(
  terms: readonly Term[],
  field: TermField,
  text: string,
): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (const term of terms) {
    if (term.field !== 'any' && term.field !== field) continue;
    if (term.match instanceof RegExp) found.push(...matchRanges(term.match, text));
    else found.push(...plainRanges(term.match, text));
  }
  return merged(found);
}

function plainRanges(word: string, text: string): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  const lower = text.toLowerCase();
  // A few letters change their length with their case (İ). Positions would be wrong, so nothing is highlighted.
  if (lower.length !== text.length || word === '') return ranges;
  for (
    let at = lower.indexOf(word);
    at >= 0 && ranges.length < 50;
    at = lower.indexOf(word, at + word.length)
  ) {
    ranges.push([at, at + word.length]);
  }
  return ranges;
}

function merged(ranges: (readonly [number, number])[]): (readonly [number, number])[] {
  const out: (readonly [number, number])[] = [];
  for (const [from, to] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = out.at(-1);
    if (last && from <= last[1]) out[out.length - 1] = [last[0], Math.max(last[1], to)];
    else out.push([from, to]);
  }
  return out;
}

function usable(terms: readonly Term[]): readonly Term[] {
  return terms.filter((term) => !(term.match instanceof RegExp && isSlow(term.match)));
}

function termKey(term: Term): string {
  return JSON.stringify([term.field, term.negated, String(term.match), term.match instanceof RegExp]);
}

function testAll(terms: readonly Term[], entries: readonly JournalEntry[]): readonly boolean[] {
  const stays = new Array<boolean>(entries.length).fill(true);
  for (const term of terms) {
    const answers = testTerm(term, entries);
    // A pattern that takes too long hides nothing, negated or not.
    if (!answers) continue;
    for (const [index, found] of answers.entries()) if (found === term.negated) stays[index] = false;
  }
  return stays;
}

/** Whether each entry contains the term; undefined if that takes too long. */
function testTerm(term: Term, entries: readonly JournalEntry[]): readonly boolean[] | undefined {
  const { match } = term;
  const fields = fieldsOf[term.field];
  if (typeof match === 'string')
    return entries.map((entry) => fields.some((field) => entry[field]?.toLowerCase().includes(match)));
  const answers = new Array<boolean>(entries.length).fill(false);
  for (const field of fields) {
    const [found] = testTexts(
      [match],
      entries.map((entry) => entry[field] ?? ''),
    );
    if (!found) return undefined;
    for (const [index, yes] of found.entries()) if (yes) answers[index] = true;
  }
  return answers;
}

const fieldsOf = {
  object: ['objectName'],
  thread: ['threadName'],
  any: ['message', 'objectName', 'threadName'],
} as const;
