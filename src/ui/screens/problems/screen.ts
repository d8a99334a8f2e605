import { parseDuration } from '../../../base/durations.ts';
import { clockTime } from '../../../base/format.ts';
import type { Problem } from '../../../triage/problem.ts';
import { countedBy } from '../../../views/lists/counted.ts';
import { problemOrders, worstProblemsFirst } from '../../../views/problems/order.ts';
import { problemFilter, subjectName } from '../../../views/problems/problems.ts';
import type { ProblemRow } from '../../../views/problems/rows.ts';
import { beganWords } from '../../../views/problems/since.ts';
import { problemInFull, problemSentence, problemTitle } from '../../../views/problems/words.ts';
import { tableRows } from '../../list-screen/shown-list.ts';
import { listStart, moveList, placeList } from '../../primitives/list.ts';
import { panel } from '../../primitives/panel.ts';
import { textField } from '../../primitives/text-field.ts';
import type { ScreenShell } from '../../shell.ts';
import type { Pane, View } from '../../view.ts';
import { goToProblem } from '../places.ts';
import { rendered } from '../rendered.ts';
import { detailPanes, factsDialog } from './detail.ts';
import { idOf, listed, listPane, type ProblemsSlice, pane, problemsLayout } from './panes.ts';
import { saveReport } from './report.ts';
import { timelinePane } from './timeline.ts';

export const problemsScreen = rendered<ProblemsSlice>({
  initial: {
    part: 'standing',
    filter: '',
    standing: listStart,
    cleared: listStart,
    unfolded: [],
    sort: worstProblemsFirst,
  },
  order: { columns: problemOrders, read: ({ sort }) => sort, write: (sort) => ({ sort }) },
  filter: {
    hint: 'Words, sev:critical, viewers>500, !stream',
    check: (text) => problemFilter(text).problem,
    count: (view, slice) => listed(view, slice, slice.part).length,
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

  render(view, slice, area) {
    const rows = listed(view, slice, slice.part).length;
    const { timeline, lists, detail } = problemsLayout(area, slice.part, rows);
    const panes: Pane[] = [];
    if (timeline) panes.push(timelinePane(view, timeline));
    for (const part of ['standing', 'cleared'] as const) {
      const rect = lists[part];
      if (rect) panes.push(pane(part, rect, listPane(view, slice, part, rect)));
    }
    if (!detail) return panes;
    const problem = chosen(view, slice);
    if (problem) return [...panes, ...detailPanes(view, problem, detail)];
    const lines = panel(
      { title: 'Detail' },
      [[{ text: 'The selected problem has cleared.', tone: 'dim' }]],
      detail.width,
      detail.height,
    );
    return [...panes, pane('detail', detail, lines)];
  },

  handle(command, shell) {
    const { view } = shell;
    const slice = shell.slice();
    const ids = listed(view, slice, slice.part).map(idOf);
    const height = tableRows(problemsLayout(shell.area, slice.part, ids.length).lists[slice.part]);
    const moved = moveList(slice[slice.part], command, ids, height);
    if (moved) {
      shell.set({ [slice.part]: moved });
      return true;
    }
    const problem = chosen(view, slice);
    switch (command) {
      case 'move.open':
        if (problem?.folded) shell.set({ unfolded: toggled(slice.unfolded, problem.key) });
        else if (problem) goToProblem(problem, shell);
        return true;
      case 'app.copy':
        if (problem) shell.copy(`${problem.severity}: ${problemInFull(problem)}`, 'the problem');
        return true;
      case 'problem.facts':
        if (problem) shell.open(factsDialog(view, problem, shell.area));
        return true;
      case 'problem.acknowledge':
        if (problem) acknowledge(problem, shell);
        return true;
      case 'problem.report':
        if (problem) void saveReport(problem, shell);
        return true;
      case 'problem.beginning':
        if (problem) shell.seek(problem.firedAt);
        return true;
      default:
        return false;
    }
  },

  idle(view, slice) {
    if (listed(view, slice, slice.part).length === 0)
      return ['move.open', 'problem.facts', 'problem.acknowledge', 'problem.report'];
    // A report is made of the stored history.
    return view.stored ? [] : ['problem.report'];
  },

  status: (_view, slice) => [{ text: slice.part === 'standing' ? 'standing' : 'cleared', tone: 'accent' }],

  summary: (view) =>
    view.triage.problems.length === 0
      ? ['No problem is known.']
      : view.triage.problems.map(
          (problem) =>
            `${problem.severity}: ${problemTitle(problem)}, ${subjectName(problem.subject)}. ${problemSentence(problem)} Since ${beganWords(problem)}.`,
        ),
});

function toggled(keys: readonly string[], key: string): readonly string[] {
  return keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key];
}

/** The selected row; undefined where it is no longer in its list. */
function chosen(view: View, slice: ProblemsSlice): ProblemRow | undefined {
  const shown = listed(view, slice, slice.part);
  const placed = placeList(slice[slice.part], shown.map(idOf), 1);
  return placed.vanished ? undefined : shown[placed.index];
}

/** A note, and optionally for how long: `30m waiting for the provider`. A second `a` takes it back. */
function acknowledge(problem: Problem, shell: ScreenShell<ProblemsSlice>): void {
  const { services, view } = shell;
  if (view.held || problem.clearedAt !== undefined) {
    shell.notice(
      view.held
        ? 'The screen shows another moment; End or space goes back to now.'
        : 'It has cleared already.',
      'warn',
    );
    return;
  }
  if (problem.acknowledged) {
    services.acknowledgements.unacknowledge(problem.key);
    shell.notice('No longer acknowledged.');
    return;
  }
  shell.open({
    kind: 'prompt',
    label: `Acknowledge ${subjectName(problem.subject)}, a note (30m or 2h before it: for that long):`,
    field: textField(),
    submit: (text) => {
      const { note, until } = parseAcknowledgement(text, services.clock.now());
      services.acknowledgements.acknowledge(problem.key, note, until);
      stayOnRow(problem, shell);
      shell.notice(
        until === undefined ? 'Acknowledged until it clears.' : `Acknowledged until ${clockTime(until)}.`,
        'ok',
      );
    },
  });
}

/** An acknowledged problem goes to the end of the list; the cursor stays where it was, on the next one. */
function stayOnRow(problem: Problem, shell: ScreenShell<ProblemsSlice>): void {
  const slice = shell.slice();
  const shown = listed(shell.view, slice, 'standing');
  const index = shown.findIndex(({ key }) => key === problem.key);
  const next = shown.slice(index + 1).find(({ acknowledged }) => !acknowledged) ?? problem;
  shell.set({ standing: { ...slice.standing, selectedId: idOf(next), index: Math.max(0, index) } });
}

/** `2h a note` is a note for two hours; without a time it holds until the problem clears. */
function parseAcknowledgement(
  text: string,
  now: number,
): { readonly note: string; readonly until: number | undefined } {
  const [, time = '', note = text.trim()] = /^(\d{1,4}[mhd])(?:\s+|$)(.*)$/s.exec(text.trim()) ?? [];
  const lasts = parseDuration(time);
  return { note, until: lasts === undefined ? undefined : now + lasts };
}
