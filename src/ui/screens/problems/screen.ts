import { incidentId } from '../../../triage/incidents/incident-id.ts';
import { ruleOf } from '../../../triage/problem.ts';
import { countedBy } from '../../../views/lists/counted.ts';
import { noProblemWords } from '../../../views/problems/all-clear.ts';
import { problemOrders } from '../../../views/problems/order.ts';
import { problemFilter, subjectName } from '../../../views/problems/problems.ts';
import { incidentSentences } from '../../../views/problems/sentences.ts';
import type { Screen } from '../../screen.ts';
import { handleProblems, pointInProblems } from './keys.ts';
import { type ProblemsModel, problemsModel } from './model.ts';
import { type ProblemsSlice, problemsStart } from './slice.ts';
import { drawProblems } from './view.ts';

/** Current and cleared problems, worst first. */
export const problemsScreen: Screen<ProblemsSlice, ProblemsModel> = {
  initial: problemsStart,
  order: { columns: problemOrders, read: ({ sort }) => sort, write: (sort) => ({ sort }) },
  filter: {
    hint: 'Words, sev:critical, viewers>500, !stream',
    check: (text) => problemFilter(text).problem,
    count: ({ lists, part }) => lists[part]?.count,
    choices: ({ triage }, { part }) =>
      countedBy(part === 'standing' ? triage.problems : triage.cleared, ({ severity }) => severity).map(
        ({ name, count }) => ({ label: name, note: String(count), text: `sev:${name}` }),
      ),
    read: ({ filter }) => filter,
    write: (filter) => ({ filter }),
  },
  views: {
    names: ['standing', 'cleared'],
    read: ({ part }) => part,
    write: (name) => ({ part: name === 'cleared' ? 'cleared' : 'standing' }),
  },

  model: problemsModel,
  draw: drawProblems,
  handle: handleProblems,
  object: ({ selected, view }) =>
    selected && {
      kind: 'problem',
      values: {
        key: selected.key,
        kind: ruleOf(selected),
        severity: selected.severity,
        subject: subjectName(selected.subject),
        incident: incidentId(view.state.url, selected.incident?.root ?? selected.key),
      },
    },
  point: pointInProblems,

  idle({ view, lists, part, reading }) {
    if (reading) return ['move.open', 'list.filter', 'list.view', 'list.state', 'table.sort'];
    if (!lists[part]?.count) return ['move.open', 'move.nextPane', 'problem.acknowledge', 'problem.report'];
    // A report is made from the stored history.
    return view.stored ? [] : ['problem.report'];
  },

  summary({ view: { state, triage, now } }) {
    if (triage.problems.length > 0) return incidentSentences(triage.problems);
    return [`Standing: ${noProblemWords(state, triage, now)}.`];
  },
};
