import { type Bill, nameOf, type Problem, ruleOf, type Subject } from '../../triage/problem.ts';
import { timeJson } from '../formats/json-values.ts';
import { problemSentence, problemTitle } from './words.ts';

function subjectJson(subject: Subject) {
  return {
    kind: subject.kind,
    name: nameOf(subject),
    id: 'id' in subject ? (subject.id ?? null) : null,
    application: subject.kind === 'stream' ? (subject.application ?? null) : null,
  };
}

/** Most streams that are listed by name. */
const MOST_STREAMS = 20;

/** A problem as JSON, the same in `check` and `snapshot`. Unknown values are null. */
export function problemJson(problem: Problem) {
  const { key, kind, form, facts, severity, subject, names, parts } = problem;
  const { since, noticedAt, clearing, state, clearedAt, measure, hit, acknowledged } = problem;
  return {
    key,
    kind,
    ...(form === undefined ? {} : { form }),
    facts,
    rule: ruleOf(problem),
    severity,
    state,
    subject: subjectJson(subject),
    names: names.map(subjectJson),
    parts,
    since: {
      at: timeJson(since.at),
      known: since.known,
      from: timeJson(since.known === 'between' ? since.from : undefined),
    },
    noticedAt: timeJson(noticedAt),
    clearing: timeJson(clearing),
    clearedAt: timeJson(clearedAt),
    measure: measure
      ? {
          figure: measure.figure,
          unit: measure.unit,
          value: measure.value ?? null,
          normal: measure.normal ?? null,
          limit: measure.limit ?? null,
          trend: measure.trend,
        }
      : null,
    hit: {
      viewers: hit.viewers ?? null,
      streams: hit.streams
        ? {
            count: hit.streams.count,
            first: hit.streams.first
              .slice(0, MOST_STREAMS)
              .map((stream) => subjectJson({ kind: 'stream', ...stream })),
          }
        : null,
      bill: hit.bill ? billJson(hit.bill) : null,
    },
    acknowledged: acknowledged
      ? {
          at: timeJson(acknowledged.at),
          until: timeJson(acknowledged.until),
          note: acknowledged.note,
          by: acknowledged.by ?? null,
          planned: acknowledged.planned ?? false,
        }
      : null,
    title: problemTitle(problem),
    summary: problemSentence(problem),
  };
}

function billJson({ at, viewerMinutes, lost, objects }: Bill) {
  const own = objects.map((one) => ({ ...one, object: subjectJson(one.object) }));
  return { at: timeJson(at), viewerMinutes, lost, objects: own };
}

export type ProblemJson = ReturnType<typeof problemJson>;
