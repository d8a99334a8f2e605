import { nameOf, type Problem, type Severity, type Subject } from './problem.ts';
import { severityRank } from './rank.ts';
import { remembered } from './remembered.ts';

/**
 * Worst severity of the problems about an object, for the mark in its list.
 * `ids`: the name of a server, group or resource, the id and then the name of an application, the id or key of a
 * stream, a journal object, or '' for the cluster. The first id with a problem counts.
 */
export function markOf(
  problems: readonly Problem[],
  kind: Subject['kind'],
  ...ids: readonly (string | null | undefined)[]
): Severity | undefined {
  const marks = marksOf(problems);
  for (const id of ids) {
    const mark = id == null ? undefined : marks.get(`${kind}\n${id}`);
    if (mark) return mark;
  }
  return undefined;
}

const marksOf = remembered((problems: readonly Problem[]) => {
  const marks = new Map<string, Severity>();
  const all = problems.flatMap(({ folded, ...one }) => [one, ...(folded?.first ?? [])]);
  for (const { subject, severity } of all) {
    for (const name of namesOf(subject)) {
      const mark = `${subject.kind}\n${name}`;
      const known = marks.get(mark);
      if (!known || severityRank[severity] > severityRank[known]) marks.set(mark, severity);
    }
  }
  return marks;
});

function namesOf(subject: Subject): readonly string[] {
  switch (subject.kind) {
    case 'cluster':
      return [''];
    case 'stream':
      return [subject.id, subject.streamKey];
    case 'application':
      return [subject.id ?? subject.name];
    default:
      return [nameOf(subject)];
  }
}
