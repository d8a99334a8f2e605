import { clockTime, count, DASH, duration } from '../../../base/format.ts';
import type { Line, Rect, Span } from '../../../base/text.ts';
import { fit, lineWidth, textWidth } from '../../../base/width.ts';
import type { ClusterState } from '../../../cluster/state.ts';
import { causesOf } from '../../../triage/journal/cause.ts';
import type { HitStream, Problem } from '../../../triage/problem.ts';
import { placementsOf } from '../../../views/applications/applications.ts';
import { causeWords } from '../../../views/problems/before.ts';
import {
  affectedWords,
  billWords,
  carriedWords,
  nextFacts,
  partsInWords,
  type StreamsHit,
  streamsHit,
  streamsHitWords,
} from '../../../views/problems/facts.ts';
import { relatedTo, subjectName } from '../../../views/problems/problems.ts';
import { effectWords, type TreePlace } from '../../../views/problems/rows.ts';
import { beganWords, lasted } from '../../../views/problems/since.ts';
import { byWords, problemSentence, problemTitle } from '../../../views/problems/words.ts';
import { fact, factWidth } from '../../detail/detail-panes.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { View } from '../../view.ts';

/** One fact about a problem. If there is no room for all, those with the highest rank are left out. */
export interface Fact {
  readonly rank: number;
  readonly rows: readonly Line[];
}

/** A blank row between facts. It is left out first and not counted. */
const SPACE: Fact = { rank: Number.POSITIVE_INFINITY, rows: [[]] };

/** The facts that fit, whole, and the number of those left out. Only the first one may be cut. */
export function fitFacts(facts: readonly Fact[], rows: number) {
  let kept = facts;
  while (kept.length > 1 && factsHeight(kept) > rows) {
    const highest = Math.max(...kept.slice(1).map(({ rank }) => rank));
    const index = kept.findLastIndex(({ rank }) => rank === highest);
    kept = kept.toSpliced(index, 1);
  }
  const missed = facts.filter((fact) => fact !== SPACE && fact.rows.length > 0 && !kept.includes(fact));
  return { lines: kept.flatMap((fact) => fact.rows), left: missed.length };
}

export function factsHeight(facts: readonly Fact[]): number {
  return facts.reduce((sum, fact) => sum + fact.rows.length, 0);
}

/** Streams that are named, each in its row or all in one row; the others are counted. */
const MOST_ROWS = 5;
const MOST_IN_ROW = 3;
/** Below this height the streams share one row. */
const STREAM_ROWS_FROM = 40;
/** Lines about changes before the problem. */
const MOST_CHANGES = 2;

/** The order in which facts are left out if there is no room: the highest rank first. */
const RANK = { reason: 0, since: 1, hit: 2, changed: 3, next: 4, with: 5, related: 6, side: 7 } as const;

/** The facts of a problem, each with one or more rows; with all names if the rect has no limit. */
export function listedFacts(view: View, problem: Problem, rect: Rect, tree: TreePlace): readonly Fact[] {
  const { state, triage } = view;
  const inner = rect.width - 4;
  const wrapped = (label: string, texts: readonly string[]) =>
    texts.flatMap((text, index) =>
      wrapText(text, factWidth(rect)).map((line, row) => fact(index + row === 0 ? label : '', line)),
    );
  const changes = causesOf(problem, state, view.facts.journalPatterns).slice(0, MOST_CHANGES).map(causeWords);
  // A problem that was there at the first poll began at an unknown time.
  const label = problem.since.known === 'before' ? 'Around then' : 'What changed';
  const side = partsInWords(problem);
  const { bill } = problem.hit;
  const lostSoFar = bill ? wrapped('Lost so far', [billWords(bill, problem.clearedAt ?? view.now)]) : [];
  return [
    { rank: RANK.reason, rows: wrapText(problemSentence(problem), inner, 'bold') },
    { rank: RANK.since, rows: acknowledgedLines(problem, inner) },
    SPACE,
    {
      rank: RANK.since,
      rows: [
        fact('Since', `${periodWords(view, problem)}, ${trendWords(problem)}`),
        ...(Number.isFinite(rect.height) ? [] : [fact('Noticed', clockTime(problem.noticedAt))]),
      ],
    },
    { rank: RANK.with, rows: tree.cause ? wrapped('Cause', [causeOf(problem, tree.cause)]) : [] },
    { rank: RANK.changed, rows: wrapped(label, changes.length > 0 ? changes : [NOTHING]) },
    { rank: RANK.since, rows: [fact('Affected', affectedWords(problem), 'bold'), ...lostSoFar] },
    { rank: RANK.hit, rows: streamLines(view, problem, rect) },
    { rank: RANK.side, rows: side === undefined ? [] : [fact('Affected part', side)] },
    ...relatedTo(problem.subject, state).map(({ word, name, link }) => ({
      rank: RANK.related,
      rows: [
        fact(word.charAt(0).toUpperCase() + word.slice(1), [{ text: name, tone: 'accent', link } as const]),
      ],
    })),
    { rank: RANK.related, rows: wrapped('Servers', serversNamed(problem, rect)) },
    {
      rank: RANK.with,
      rows: wrapped(
        'Effects',
        tree.effects.map((effect) => effectWords(effect, problem)),
      ),
    },
    { rank: RANK.with, rows: wrapped('Read anew', readAnew(problem, tree)) },
    { rank: RANK.next, rows: wrapped('Neighbours', nextFacts(problem, state, triage)) },
  ];
}

function periodWords(view: View, problem: Problem): string {
  const { clearedAt } = problem;
  const until = clearedAt === undefined ? '' : ` until ${clockTime(clearedAt)}`;
  const stood = lasted(problem, clearedAt ?? view.now);
  return `${beganWords(problem)}${until}${stood === DASH ? '' : ` (${stood})`}`;
}

function trendWords({ clearing, clearedAt, measure }: Problem): string {
  if (clearing === undefined || clearedAt !== undefined) return measure?.trend ?? 'steady';
  return `not seen since ${clockTime(clearing)}`;
}

/** What was taken for the cause before, if it still is an effect. */
function readAnew({ incident }: Problem, { effects }: TreePlace): readonly string[] {
  const { key, at = 0 } = incident?.read ?? {};
  return effects
    .filter((effect) => effect.key === key)
    .map(
      (effect) => `at ${clockTime(at)}; before as ${problemTitle(effect)}, ${subjectName(effect.subject)}`,
    );
}

function causeOf(problem: Problem, cause: Problem): string {
  const delay = Math.max(0, problem.since.at - cause.since.at);
  return `${subjectName(cause.subject)}: ${problemTitle(cause)}, ${duration(delay)} before`;
}

/** All servers that a problem is about, if the whole detail is read. */
function serversNamed({ names, subject }: Problem, { height }: Rect): readonly string[] {
  const servers = names.filter((one) => one.kind === 'server').map(({ name }) => name);
  const isSaid = servers.length === 1 && subject.kind === 'server';
  if (Number.isFinite(height) || servers.length === 0 || isSaid) return [];
  return [`${count(servers.length)}: ${servers.join(', ')}`];
}

const NOTHING = 'nothing in the journal before it';

function acknowledgedLines({ acknowledged }: Problem, width: number): Line[] {
  if (!acknowledged) return [];
  const { at, until, note, planned } = acknowledged;
  const by = byWords(acknowledged);
  if (planned) {
    const end = until === undefined ? '' : ` until ${clockTime(until)}`;
    return wrapText(`✓ planned work${by} since ${clockTime(at)}${end}: ${note || DASH}`, width, 'info');
  }
  const how = until === undefined ? 'until it clears' : `until ${clockTime(until)}`;
  return wrapText(`✓ acknowledged${by} at ${clockTime(at)} ${how}: ${note || DASH}`, width, 'info');
}

/** Number of affected streams, and a link for each of the most important ones. */
function streamLines(view: View, problem: Problem, rect: Rect): Line[] {
  const hit = streamsHit(problem, view.state);
  if (!hit || rect.height < STREAM_ROWS_FROM) {
    const row = streamsInRow(view, problem, factWidth(rect));
    return row ? [fact('Streams', row)] : [];
  }
  if (!Number.isFinite(rect.height)) return [fact('Streams', streamsHitWords(hit), 'bold')];
  const shown = hit.first.slice(0, MOST_ROWS);
  const more = hit.count - shown.length;
  return [
    fact('Streams', streamsHitWords(hit), 'bold'),
    ...shown.map((stream) =>
      fact('', [...streamSpans(stream, hit.isNow), { text: ` ${stateWords(stream)}`, tone: 'dim' }]),
    ),
    ...(more > 0 ? [fact('', `and ${count(more)} more`, 'dim')] : []),
  ];
}

/** The number of streams, and as many of their names as fit; undefined where a problem has none. */
function streamsInRow(view: View, problem: Problem, width: number): Span[] | undefined {
  const hit = streamsHit(problem, view.state);
  if (!hit) {
    const carried = carriedWords(problem, view.state);
    return carried === undefined ? undefined : [{ text: carried }];
  }
  if (hit.first.length === 0) return [{ text: `${streamsHitWords(hit)}; the API does not list them` }];
  const named = (most: number): Span[] => {
    const shown = hit.first.slice(0, most);
    const more = hit.count - shown.length;
    return [
      { text: `${streamsHitWords(hit)}: ` },
      ...shown.flatMap((stream, index) => [
        ...(index === 0 ? [] : [{ text: ', ', tone: 'dim' as const }]),
        ...streamSpans(stream, hit.isNow),
      ]),
      ...(more > 0 ? [{ text: ` and ${count(more)} more`, tone: 'dim' as const }] : []),
    ];
  };
  const rows = Array.from({ length: MOST_IN_ROW }, (_, index) => named(MOST_IN_ROW - index));
  return rows.find((row) => lineWidth(row) <= width) ?? named(1);
}

function streamSpans({ id, streamKey, application, viewers }: HitStream, isNow: boolean): Span[] {
  return [
    { text: streamKey, tone: 'accent', link: { kind: 'stream', id, streamKey, application } },
    { text: ` (${count(viewers)}${isNow ? ' now' : ''})`, tone: 'dim' },
  ];
}

const MOST_NAME_COLUMNS = 32;
const VIEWERS_COLUMNS = 7;

/** Every stream that a problem affects, one a row: its name, viewers, where it runs, since when it is missing. */
export function hitList({ first }: StreamsHit, state: ClusterState): Line[] {
  const name = Math.min(
    MOST_NAME_COLUMNS,
    Math.max(0, ...first.map(({ streamKey }) => textWidth(streamKey))),
  );
  const servers = new Map<string, string>();
  const runsOn = (application: string) => {
    const known = servers.get(application);
    if (known !== undefined) return known;
    const names = placementsOf(state, { name: application }).map(({ server }) => server);
    const words = names.length === 0 ? '' : ` on ${names.join(', ')}`;
    servers.set(application, words);
    return words;
  };
  return first.map((stream): Line => {
    const { id, streamKey, application, viewers } = stream;
    const where = application === undefined ? '' : `${application}${runsOn(application)}`;
    return [
      { text: fit(streamKey, name), tone: 'accent', link: { kind: 'stream', id, streamKey, application } },
      { text: fit(count(viewers), VIEWERS_COLUMNS, 'right') },
      { text: ['', stateWords(stream), where].join('  '), tone: 'dim' },
    ];
  });
}

function stateWords({ isBack, seenAt }: HitStream): string {
  if (isBack === undefined) return '';
  if (isBack) return 'back';
  return seenAt === undefined ? 'missing' : `missing since ${clockTime(seenAt)}`;
}
