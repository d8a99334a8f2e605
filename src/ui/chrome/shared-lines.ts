import { clockTime } from '../../base/format.ts';
import { type Line, toned } from '../../base/text.ts';
import { fit, fitLine, lineWidth, textWidth } from '../../base/width.ts';
import type { Problem } from '../../triage/problem.ts';
import { severityLook } from '../../views/formats/tones.ts';
import { severityShown, sinceShown } from '../../views/problems/problems.ts';
import { sinceWords } from '../../views/problems/since.ts';
import { fitClauses, fullClauses, problemTitle } from '../../views/problems/words.ts';
import type { View } from '../view.ts';

/* What stands above the screens of one cluster and above those of several. */

/** The time of day, or of what is shown, at the right end of a header. */
export function clockSpans({ facts }: View, at: number): Line {
  return [
    { text: clockTime(at), tone: 'bold' },
    ...(facts.zoneFault === undefined ? [] : toned(' UTC', 'warn')),
    { text: ' ' },
  ];
}

/** A problem in one line, with what comes before its title, and in longer and longer words how many more there are. */
export function worstLine(
  problem: Problem,
  { name, more }: { readonly name: string; readonly more: readonly string[] },
  now: number,
  width: number,
): Line {
  const { badge, sign, word } = severityLook[severityShown(problem)];
  const head: Line = [
    { text: ` ${sign} ${word} `, tone: badge },
    { text: ` ${name}${problemTitle(problem)} `, tone: 'bold' },
  ];
  const clauses = fullClauses(problem);
  const least = lineWidth(head) + textWidth(clauses.join(''));
  const tails = more.map((words) => ` ${sinceWords({ since: sinceShown(problem) }, now)}${words} `);
  // The longest ending that leaves room for the whole problem; else the shortest ending.
  const tail = tails.findLast((text) => least + textWidth(text) <= width) ?? tails[0] ?? '';
  const room = Math.max(0, width - textWidth(tail));
  const reason = fitClauses(clauses, Math.max(0, room - lineWidth(head)));
  return [...fitLine([...head, { text: reason }], room), { text: fit(tail, width - room), tone: 'dim' }];
}
