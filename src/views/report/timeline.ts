import { MINUTE_MS } from '../../base/durations.ts';
import { count, DASH } from '../../base/format.ts';
import type { Report } from '../../history/report/report.ts';
import { subjectName } from '../problems/problems.ts';
import { byWords, problemTitle } from '../problems/words.ts';
import { type SafeText, strong, type Time } from './markup.ts';

/** Something that happened to an object. Unix ms. */
interface Step {
  readonly at: number;
  readonly object: string;
  readonly message: string;
}

/** One row: one step, the same of several objects, or repeats of one. */
type TimelineRow = Readonly<ReturnType<typeof rowOf>>;

/** Equal steps of several objects within this time have the same cause, ms. */
const ONE_CAUSE_MS = MINUTE_MS;
/** Equal steps of this many objects are one row, and so are this many repeats for one object. */
const MANY_OBJECTS = 4;
const MANY_TIMES = 3;
/** Objects that such a row names. */
const NAMED = 3;

export function timelineOf(report: Report): readonly TimelineRow[] {
  const { problems, events, changes, streams, from, to } = report;
  const steps: Step[] = [
    ...problems.filter(({ worst }) => worst !== 'info').flatMap(problemSteps),
    ...events.map(({ at, subject, message }) => ({ at, object: subject, message })),
    ...changes,
    ...streams.map(({ at, stream, isUp }) => ({ at, object: stream, message: isUp ? 'published' : 'down' })),
  ];
  const shown = steps.filter(({ at }) => at > from && at <= to).toSorted((a, b) => a.at - b.at);
  // Several problems of one object may have the same title.
  const distinct = new Map(shown.map((step) => [`${step.at}\n${step.object}\n${step.message}`, step]));
  return folded([...distinct.values()]);
}

function problemSteps(problem: Report['problems'][number]): readonly Step[] {
  const { subject, worst, since, clearedAt, acknowledged } = problem;
  const object = subjectName(subject);
  const title = problemTitle(problem);
  const began = since.known === 'before' ? 'present already' : 'begins';
  return [
    { at: since.at, object, message: `${title} (${worst}) ${began}` },
    ...(acknowledged && !acknowledged.planned
      ? [{ at: acknowledged.at, object, message: `${title} is acknowledged${byWords(acknowledged)}` }]
      : []),
    ...(clearedAt === undefined ? [] : [{ at: clearedAt, object, message: `${title} has cleared` }]),
  ];
}

/** Folds repeats of one object, then equal steps of many objects. Steps are oldest first. */
function folded(steps: readonly Step[]): readonly TimelineRow[] {
  const repeated = [...Map.groupBy(steps, ({ object, message }) => `${object}\n${message}`).values()];
  const often = repeated.filter((same) => same.length >= MANY_TIMES).map((same) => rowOf(same));
  const rest = repeated.filter((same) => same.length < MANY_TIMES).flat();
  const alike = Map.groupBy(rest, ({ message }) => message).values();
  const once = [...alike]
    .flatMap((same) => runsOf(same.toSorted((a, b) => a.at - b.at)))
    .flatMap((run) => (run.length < MANY_OBJECTS ? run.map((step) => rowOf([step])) : [rowOf(run)]));
  return [...often, ...once].toSorted((a, b) => a.at - b.at);
}

function rowOf(steps: readonly Step[]) {
  const [first, last] = [steps[0], steps.at(-1)];
  /** In the order in which they were concerned. */
  const objects = [...new Set(steps.map(({ object }) => object))];
  return {
    at: first?.at ?? 0,
    last: last?.at ?? 0,
    objects,
    message: first?.message ?? '',
    times: objects.length === 1 ? steps.length : 1,
  };
}

/** Steps with no longer pause than one cause explains. */
function runsOf(steps: readonly Step[]): Step[][] {
  const runs: Step[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    if (run && step.at - (run.at(-1)?.at ?? 0) <= ONE_CAUSE_MS) run.push(step);
    else runs.push([step]);
  }
  return runs;
}

/** A row in words, such as `15:16:00 edge-1 is missing 12 times between 15:16:00 and 15:24:00`. */
export function timelineLine(
  { at, last, objects, message, times }: TimelineRow,
  time: Time,
  text: SafeText,
): string {
  const named = objects.slice(0, objects.length > NAMED + 1 ? NAMED : NAMED + 1).map((name) => name || DASH);
  const others = objects.length - named.length;
  const who = others > 0 ? `${named.join(', ')} and ${count(others)} others` : named.join(', ');
  const repeated = times > 1 ? ` ${count(times)} times between ${time(at)} and ${time(last)}` : '';
  const until = objects.length > 1 && last > at ? `, the last at ${time(last)}` : '';
  return `${time(at)} ${strong(text(who))} ${text(message)}${repeated}${until}`;
}
