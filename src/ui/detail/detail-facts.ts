import { clockTime, DASH } from '../../base/format.ts';
import type { Line } from '../../base/text.ts';
import { severityLook, stateTone } from '../../views/formats/tones.ts';
import { sinceWords } from '../../views/problems/since.ts';
import { problemInFull } from '../../views/problems/words.ts';
import { wrapText } from '../primitives/wrap.ts';
import type { View } from '../view.ts';
import { fact, type IsAbout } from './detail-panes.ts';

/**
 * What stands for the state of something that was looked up: not asked for yet, or not found since (Unix ms,
 * local).
 */
export function unknownFact(endedAt: number | undefined): Line {
  return endedAt === undefined
    ? fact('State', 'Looking it up...', 'dim')
    : fact('State', `NOT FOUND at ${clockTime(endedAt)}`, 'warn');
}

/** The state that the server reports, or since when the look-up does not find the object (Unix ms, local). */
export function stateFact(state: string | null | undefined, endedAt: number | undefined): Line {
  if (endedAt === undefined) return fact('State', [{ text: state ?? DASH, tone: stateTone(state) }]);
  return fact('State', [
    { text: `ENDED at ${clockTime(endedAt)}`, tone: 'warn' },
    { text: ', last values:', tone: 'dim' },
  ]);
}

/** The problems of the object shown, worst first, in the order of triage. */
export function problemFacts({ triage, now }: View, isAbout: IsAbout, width: number): Line[] {
  return triage.problems.filter(isAbout).flatMap((problem) => {
    const { key, severity } = problem;
    const { sign, word, tone } = severityLook[severity];
    return wrapText(`${problemInFull(problem)} ${sinceWords(problem, now)}`, width).map((line, row) =>
      fact(
        row === 0 ? `${sign} ${word}` : '',
        line.map((span) => ({ ...span, tone, link: { kind: 'problem', key } })),
      ),
    );
  });
}
