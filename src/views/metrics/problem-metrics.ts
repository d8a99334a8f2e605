import { incidentId } from '../../triage/incidents/incident-id.ts';
import { nameOf, type Problem, ruleOf, type Severity, viewersHit } from '../../triage/problem.ts';
import { incidentCounts } from '../problems/counts.ts';
import { newsFirst, subjectName } from '../problems/problems.ts';
import { problemTitle } from '../problems/words.ts';
import { gauge, labelText, type Metric, type MetricSample } from './metric.ts';

/** Most problems with metrics of their own, the worst first; the others are counted. */
const MOST_PROBLEMS = 100;

/**
 * Standing problems, worst first: how many, and the worst of them one by one with its object. Problems that planned work
 * explains raise no alert, so they are counted separately. @param url of the cluster, for the ids
 */
export function problemMetrics(all: readonly Problem[], url: string): Metric[] {
  const problems = all.filter(({ acknowledged }) => !acknowledged?.planned);
  const of = (severity: Severity) => problems.filter((problem) => problem.severity === severity).length;
  const byRule = new Map<string, MetricSample>();
  for (const problem of problems) {
    const rule = ruleOf(problem);
    const { severity } = problem;
    const key = `${rule}/${severity}`;
    byRule.set(key, { labels: { rule, severity }, value: (byRule.get(key)?.value ?? 0) + 1 });
  }
  const counts = incidentCounts(problems);
  const severities = ['critical', 'warning', 'info'] as const;
  return [
    gauge(
      'problems',
      'Standing problems by severity.',
      severities.map((severity) => ({ labels: { severity }, value: of(severity) })),
    ),
    gauge(
      'incidents',
      'Incidents by severity, as the screens count them: a cause and its effects are one, and acknowledged ones count.',
      severities.map((severity) => ({ labels: { severity }, value: counts[severity] })),
    ),
    gauge('rule_problems', 'Standing problems by rule and severity; no sample means no problem.', [
      ...byRule.values(),
    ]),
    ...eachProblem(problems, url),
    gauge(
      'worst_incident',
      'The incident that the screens show first, with its severity, and the rule and object of its cause; no sample means none.',
      newsFirst(problems)
        .slice(0, 1)
        .map((problem) => ({
          labels: {
            rule: ruleOf(problem),
            severity: problem.incident?.severity ?? problem.severity,
            object: nameOf(problem.subject),
          },
          value: 1,
        })),
    ),
    gauge(
      'planned_problems',
      'Standing problems that planned work is expected to cause; no other metric counts them.',
      [{ value: all.length - problems.length }],
    ),
  ];
}

function eachProblem(problems: readonly Problem[], url: string): Metric[] {
  const worst = problems.slice(0, MOST_PROBLEMS);
  const samples = (value: (problem: Problem) => number | undefined) =>
    worst.map((problem) => ({ labels: problemLabels(problem, url), value: value(problem) }));
  return [
    {
      ...gauge(
        'problem',
        'A standing problem, of the hundred worst: its kind and object, and the id by which castwatch --open finds its incident.',
        samples(() => 1),
      ),
      type: 'info',
    },
    gauge(
      'problem_start_time_seconds',
      'When the problem began, Unix time; as early as is known.',
      samples(({ since }) => since.at / 1000),
      'seconds',
    ),
    gauge(
      'problem_affected_viewers',
      'Viewers whom the problem concerns; no sample where nobody knows.',
      samples(({ hit }) => viewersHit(hit)),
    ),
    gauge(
      'problem_value',
      'The figure that decides about the problem, in the unit of its label.',
      worst.flatMap((problem) => {
        const { measure } = problem;
        if (!measure) return [];
        const { figure, unit, value } = measure;
        return [{ labels: { ...problemLabels(problem, url), figure, unit }, value }];
      }),
    ),
    gauge('problems_without_info', 'Standing problems beyond the hundred worst.', [
      { value: problems.length - worst.length },
    ]),
  ];
}

/** Text of a server is safe and short. The id of the problem makes each set of labels distinct. */
function problemLabels(problem: Problem, url: string): Readonly<Record<string, string>> {
  const { key, incident, severity, subject, parts } = problem;
  return {
    problem: incidentId(url, key),
    incident: incidentId(url, incident?.root ?? key),
    rule: ruleOf(problem),
    title: labelText(problemTitle(problem)),
    severity,
    subject: labelText(subjectName(subject)),
    subject_kind: subject.kind,
    part: parts.join(' '),
  };
}
