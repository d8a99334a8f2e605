import { type Marked, markedAs } from './acknowledge.ts';
import type { Problem } from './problem.ts';

/** An incident that somebody silenced in a system that calls people. Text is safe; times are Unix ms. */
export interface SilencedBy {
  readonly by: string;
  readonly comment: string;
  readonly from: number;
  readonly until: number;
}

/** Writes silences in Alertmanager. Without the key of a problem, a silence is for the whole cluster. */
export interface Silencer {
  /** What the silence matches, as text: `incident="…" url="…"`. */
  matchers(key: string | undefined): string;
  add(key: string | undefined, silence: SilencedBy): Promise<void>;
}

/** The problems; silenced ones are acknowledged until the end of the silence. */
export function withSilences(
  problems: readonly Problem[],
  silenceOf: (key: string) => SilencedBy | undefined,
  { now, known }: { readonly now: number; readonly known: Marked },
): readonly Problem[] {
  return problems.map((problem) => {
    if (problem.acknowledged) return problem;
    const silence = silenceOf(problem.key);
    if (!silence || silence.until <= now || silence.from > now) return problem;
    const { by, comment, from, until } = silence;
    const note = comment === '' ? by : `${by}: ${comment}`;
    return markedAs(problem, { at: from, until, note, silenced: true }, known);
  });
}
