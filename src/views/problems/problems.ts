import type { Target } from '../../base/link.ts';
import type { Line, Tone } from '../../base/text.ts';
import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import type { Trend } from '../../triage/facts.ts';
import {
  type Beginning,
  nameOf,
  type Problem,
  ruleOf,
  type Severity,
  type Subject,
  viewersHit,
} from '../../triage/problem.ts';
import { severityLook } from '../formats/tones.ts';
import { type ListFilter, parseListFilter } from '../lists/filter.ts';
import { type IncidentCounts, incidentCounts } from './counts.ts';
import { problemSentence, problemTitle } from './words.ts';

export function subjectName(subject: Subject): string {
  return subject.kind === 'stream' && subject.application
    ? `${subject.application}/${subject.streamKey}`
    : nameOf(subject);
}

/** An object related to a problem, and the link to it. */
export interface Related {
  readonly word: string;
  readonly name: string;
  readonly link: Target;
}

const MOST_RELATED = 4;

/**
 * The subject of a problem, and what it belongs to: a server's group, a stream's application, a group's servers.
 */
export function relatedTo(subject: Subject, { servers }: ClusterState): readonly Related[] {
  const named = (kind: 'server' | 'group' | 'application', name: string): Related => ({
    word: kind,
    name,
    link: { kind, name },
  });
  const serversWhere = (is: (record: ServerRecord) => boolean) =>
    servers
      .filter(is)
      .slice(0, MOST_RELATED)
      .map(({ name }) => named('server', name));
  switch (subject.kind) {
    case 'server': {
      const group = servers.find(({ name }) => name === subject.name)?.server.groupName;
      return [named('server', subject.name), ...(group ? [named('group', group)] : [])];
    }
    case 'group':
      return [
        named('group', subject.name),
        ...serversWhere(({ server }) => server.groupName === subject.name),
      ];
    case 'application':
      return [
        named('application', subject.name),
        ...serversWhere(
          ({ server }) => server.applications?.some(({ name }) => name === subject.name) ?? false,
        ),
      ];
    case 'stream': {
      const { application, streamKey } = subject;
      const stream: Related = { word: 'stream', name: streamKey, link: subject };
      return [stream, ...(application ? [named('application', application)] : [])];
    }
    case 'journal':
      return [{ word: 'journal of', name: subject.object, link: subject }];
    default:
      return [];
  }
}

export const trendSign: Readonly<Record<Trend, string>> = {
  rising: '↗',
  falling: '↘',
  steady: '→',
};

/**
 * Incidents by severity, and how many of them are acknowledged or planned: `✖ 1 critical ▲ 2 warnings ✓ 1 acknowledged`.
 */
export function countWords(problems: readonly Problem[]): Line {
  const counts = incidentCounts(problems);
  const parts: { text: string; tone: Tone }[] = [];
  const add = (sign: string, word: keyof IncidentCounts, tone: Tone) => {
    if (counts[word] === 0) return;
    const words = word === 'warning' && counts[word] > 1 ? 'warnings' : word;
    parts.push({ text: `${parts.length > 0 ? ' ' : ''}${sign} ${counts[word]} ${words}`, tone });
  };
  for (const severity of ['critical', 'warning', 'info'] as const)
    add(severityLook[severity].sign, severity, severityLook[severity].tone);
  add('✓', 'acknowledged', 'dim');
  add('✓', 'planned', 'dim');
  return parts.length > 0 ? parts : [{ text: 'none', tone: 'ok' }];
}

/** Problems that nobody knows of come first, then those that are acknowledged or planned: they stand all the same. */
export function newsFirst(problems: readonly Problem[]): readonly Problem[] {
  return problems.some(({ acknowledged }) => acknowledged)
    ? [...problems.filter(isNews), ...problems.filter((problem) => !isNews(problem))]
    : problems;
}

const isNews = ({ acknowledged }: Problem) => acknowledged === undefined;

export function worstProblem(problems: readonly Problem[]): Problem | undefined {
  return problems.find(isNews) ?? problems[0];
}

export const knownMark = ({ acknowledged }: Pick<Problem, 'acknowledged'>): string =>
  acknowledged ? '✓ ' : '';

/** A cause is as bad as the worst of its effects. */
export const severityShown = ({ severity, incident }: Problem): Severity => incident?.severity ?? severity;

/** A cause stands since the first of its effects began, or since it began for the first time. */
export const sinceShown = ({ key, since, incident }: Problem): Beginning =>
  incident?.root === key ? incident.since : since;

const problemFields = [
  { key: 'severity', json: { name: 'sev', kind: 'word', value: ({ severity }: Problem) => severity } },
  {
    key: 'concerns',
    json: { name: 'object', kind: 'text', value: ({ subject }: Problem) => subjectName(subject) },
  },
  { key: 'rule', json: { name: 'rule', kind: 'word', value: ruleOf } },
  {
    key: 'viewers',
    json: { name: 'viewers', kind: 'count', value: ({ hit }: Problem) => viewersHit(hit) },
  },
] as const;

/** A filter of problems; plain words are searched for in severity, title, reason and subject. */
export function problemFilter(text: string): ListFilter<Problem> {
  return parseListFilter(
    text,
    problemFields,
    (problem) =>
      `${problem.severity} ${problemTitle(problem)} ${problemSentence(problem)} ${subjectName(problem.subject)}`,
  );
}

/** Those that match a filter, news first; within both parts in the order of triage. */
export function shownProblems(problems: readonly Problem[], filter: string): readonly Problem[] {
  const { test } = problemFilter(filter);
  return newsFirst(problems.filter((problem) => test(problem)));
}
