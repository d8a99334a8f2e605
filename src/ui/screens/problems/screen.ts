import { clockTime } from '../../../base/format.ts';
import type { Problem } from '../../../triage/problem.ts';
import { subjectName } from '../../../views/problems.ts';
import { listStart, moveList, placeList } from '../../primitives/list.ts';
import { textField } from '../../primitives/text-field.ts';
import type { Controller, Screen } from '../../screen.ts';
import type { Pane } from '../../view.ts';
import { goToProblem } from '../places.ts';
import {
  detailPane,
  idOf,
  listed,
  listPane,
  type ProblemsSlice,
  pane,
  problemsLayout,
  timelinePane,
} from './panes.ts';

export const problemsScreen: Screen<ProblemsSlice> = {
  initial: { part: 'standing', filter: '', standing: listStart, cleared: listStart },
  filter: {
    hint: 'Filter problems',
    read: ({ filter }) => filter,
    write: (filter) => ({ filter }),
  },
  views: {
    names: ['standing', 'cleared'],
    read: ({ part }) => part,
    write: (name) => ({ part: name === 'cleared' ? 'cleared' : 'standing' }),
  },

  render(view, slice, area) {
    const layout = problemsLayout(area);
    const panes: Pane[] = [];
    if (layout.timeline) panes.push(pane('timeline', layout.timeline, timelinePane(view, layout.timeline)));
    panes.push(pane('list', layout.list, listPane(view, slice, layout.list)));
    if (layout.detail) panes.push(pane('detail', layout.detail, detailPane(view, slice, layout.detail)));
    return panes;
  },

  handle(command, controller) {
    const { view } = controller;
    const slice = controller.slice();
    const shown = listed(view, slice);
    const ids = shown.map(idOf);
    const height = Math.max(1, problemsLayout(controller.area).list.height - 3);
    const moved = moveList(slice[slice.part], command, ids, height);
    if (moved) {
      controller.set({ [slice.part]: moved });
      return true;
    }
    const placed = placeList(slice[slice.part], ids, height);
    const problem = placed.vanished ? undefined : shown[placed.index];
    switch (command) {
      case 'move.open':
        if (problem) goToProblem(problem, controller);
        return true;
      case 'app.copy':
        if (problem)
          controller.copy(`${problem.severity}: ${problem.title}: ${problem.reason}`, 'the problem');
        return true;
      case 'problem.acknowledge':
        if (problem) acknowledge(problem, controller);
        return true;
      default:
        return false;
    }
  },

  idle: (view, slice) => (listed(view, slice).length > 0 ? [] : ['move.open', 'problem.acknowledge']),

  status: (_view, slice) => [{ text: slice.part === 'standing' ? 'standing' : 'cleared', tone: 'accent' }],

  summary: (view) =>
    view.triage.problems.length === 0
      ? ['No problem is known.']
      : view.triage.problems.map(
          (problem) =>
            `${problem.severity}: ${problem.title}, ${subjectName(problem.subject)}. ${problem.reason} Since ${clockTime(problem.since)}.`,
        ),
};

/** A note, and optionally for how long: `30m waiting for the provider`. A second `a` takes it back. */
function acknowledge(problem: Problem, controller: Controller<ProblemsSlice>): void {
  const { services, view } = controller;
  if (view.held || problem.clearedAt !== undefined) {
    controller.notice(
      view.held
        ? 'The screen shows another moment; End or space goes back to now.'
        : 'It has cleared already.',
      'warn',
    );
    return;
  }
  if (problem.acknowledged) {
    services.acknowledgements.unacknowledge(problem.key);
    controller.notice('No longer acknowledged.');
    return;
  }
  controller.open({
    kind: 'prompt',
    label: `Acknowledge ${subjectName(problem.subject)}, a note (30m or 2h before it: for that long):`,
    field: textField(),
    submit: (text) => {
      const { note, until } = parseAcknowledgement(text, services.clock.now());
      services.acknowledgements.acknowledge(problem.key, note, until);
      controller.notice(
        until === undefined ? 'Acknowledged until it clears.' : `Acknowledged until ${clockTime(until)}.`,
        'ok',
      );
    },
  });
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `2h a note` is a note for two hours; without a time it holds until the problem clears. */
function parseAcknowledgement(
  text: string,
  now: number,
): { readonly note: string; readonly until: number | undefined } {
  const match = /^(\d{1,4})([mhd])(?:\s+|$)(.*)$/s.exec(text.trim());
  if (!match) return { note: text.trim(), until: undefined };
  return { note: match[3] ?? '', until: now + Number(match[1]) * (UNITS[match[2] ?? 'm'] ?? 0) };
}
