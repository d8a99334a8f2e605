import type { CommandId } from '../../../actions/commands.ts';
import { MINUTE_MS, parseDuration } from '../../../base/durations.ts';
import { clockTime, dateTime } from '../../../base/format.ts';
import { nameOfIncident } from '../../../triage/incidents/incident.ts';
import { incidentId } from '../../../triage/incidents/incident-id.ts';
import { type Problem, ruleOf } from '../../../triage/problem.ts';
import { countedBy } from '../../../views/lists/filter.ts';
import { NO_PROBLEM, notYetKnown } from '../../../views/problems/all-clear.ts';
import { problemOrders } from '../../../views/problems/order.ts';
import { problemFilter, subjectName, worstProblem } from '../../../views/problems/problems.ts';
import { incidentSentences, type ProblemRow } from '../../../views/problems/rows.ts';
import { problemInFull } from '../../../views/problems/words.ts';
import { scrolled } from '../../detail/detail-panes.ts';
import { askFile } from '../../dialogs/ask-file.ts';
import { promptDialog } from '../../dialogs/prompt.ts';
import { drawLists, listScreen, textFilter } from '../../list-screen/list-screen.ts';
import { textField } from '../../primitives/text-field.ts';
import { offerSilence } from '../../program/silence.ts';
import type { ScreenShell } from '../../shell.ts';
import { goToProblem } from '../places.ts';
import {
  type ProblemsModel,
  type ProblemsSlice,
  problemRowId,
  problemsModel,
  problemsStart,
} from './model.ts';
import { type ProblemReading, readingPane } from './reading.ts';
import { problemLists } from './view.ts';

type Shell = ScreenShell<ProblemsSlice, ProblemsModel>;

/** Commands that need a selected problem; without one they do nothing. */
const onSelected: Partial<Record<CommandId, (problem: ProblemRow, shell: Shell) => void>> = {
  'move.open': goToProblem,
  'app.copy': (problem, shell) => shell.copy(`${problem.severity}: ${problemInFull(problem)}`, 'the problem'),
  'move.nextPane': (_, shell) => shell.set({ reading: 0 }),
  'problem.acknowledge': acknowledge,
  'problem.report': askReport,
  'problem.beginning': (problem, shell) => shell.seek(problem.noticedAt),
};

function handleReading(command: CommandId, { lines, scroll, rect }: ProblemReading, shell: Shell): boolean {
  const reading = scrolled(command, scroll, lines.length, rect);
  if (reading === undefined && command !== 'app.back') return false;
  shell.set({ reading });
  return true;
}

function foldProblem(command: CommandId, { key }: ProblemRow, shell: Shell): void {
  const { unfolded } = shell.slice();
  if (unfolded.includes(key) === (command === 'move.right')) return;
  shell.set({
    unfolded: unfolded.includes(key) ? unfolded.filter((each) => each !== key) : [...unfolded, key],
  });
}

/** Asks for a note with an optional time, such as `30m waiting for the provider`. A second `a` withdraws it. */
function acknowledge(problem: Problem, shell: Shell): void {
  const { services, view } = shell;
  if (view.held || problem.clearedAt !== undefined) {
    shell.notice(
      view.held
        ? 'The screen shows an earlier time. End or space goes back to now.'
        : 'It has cleared already.',
      'warn',
    );
    return;
  }
  if (problem.acknowledged?.planned) {
    shell.notice('It is planned work; :maintenance off with the name ends that.', 'warn');
    return;
  }
  if (problem.acknowledged?.silenced) {
    shell.notice('It is silenced in Alertmanager; end the silence there.', 'warn');
    return;
  }
  if (problem.acknowledged) {
    // The problem may be acknowledged only through its cause.
    services.session.triage.unacknowledge(problem.key);
    if (problem.incident) services.session.triage.unacknowledge(problem.incident.root);
    const { by } = problem.acknowledged;
    shell.notice(`No longer acknowledged${by === undefined ? '' : `; it was by ${by}`}.`);
    return;
  }
  shell.open(promptDialog, {
    label: `Acknowledge ${subjectName(problem.subject)}. Note (begin with 30m or 2h to limit the time):`,
    field: textField(),
    submit: (text) => {
      const { note, until } = parseAcknowledgement(text, services.clock.now());
      services.session.triage.acknowledge(problem.key, note, until);
      stayOnRow(problem, shell);
      shell.notice(
        until === undefined ? 'Acknowledged until it clears.' : `Acknowledged until ${clockTime(until)}.`,
        'ok',
      );
      offerSilence(shell, { key: problem.key, what: subjectName(problem.subject), comment: note, until });
    },
  });
}

/** An acknowledged problem moves to the end of the list; the cursor stays on its row, now the next problem. */
function stayOnRow(problem: Problem, shell: Shell): void {
  // A new shell, because problems may have come while the note was typed.
  const rows = (shell.screen() as Shell).model.lists.standing?.all ?? [];
  const index = rows.findIndex(({ key }) => key === problem.key);
  const next = worstProblem(rows.slice(index + 1)) ?? problem;
  const { standing } = shell.slice();
  shell.set({ standing: { ...standing, selectedId: problemRowId(next) } });
}

/** `2h a note` is a note for two hours. Without a time it holds until the problem clears. */
function parseAcknowledgement(text: string, now: number) {
  const [, time = '', note = text.trim()] = /^(\d{1,4}[mhd])(?:\s+|$)(.*)$/s.exec(text.trim()) ?? [];
  const lasts = parseDuration(time);
  return { note, until: lasts === undefined ? undefined : now + lasts };
}

/** A report covers this time before the start and after the end: causes come before, effects after, ms. */
const AROUND_MS = 10 * MINUTE_MS;

function askReport(problem: Problem, shell: Shell): void {
  const { services, notice } = shell;
  if (!services.session.access) {
    notice('No history is kept, so there is no data for a report.', 'warn');
    return;
  }
  const stamp = dateTime(services.clock.now()).replace(/[-:]/g, '').replace(' ', '-');
  askFile(shell, `castwatch-report-${stamp}.md`, (path) => void saveReport(problem, path, shell));
}

/** Writes a report to two new files: Markdown for a ticket, and JSON beside it. */
async function saveReport(problem: Problem, file: string, shell: Shell): Promise<void> {
  const { services, view, notice } = shell;
  if (!services.session.access) return;
  const now = services.clock.now();
  const from = problem.since.at - AROUND_MS;
  // While the past is shown, the report ends at the shown moment.
  const to = Math.min(now, (problem.clearedAt ?? view.now) + AROUND_MS);
  const name = file.replace(/\.md$/, '');
  try {
    const { markdown, json } = await services.session.access.report(from, to);
    const path = await services.saveFile(`${name}.md`, markdown);
    await services.saveFile(`${name}.json`, json);
    notice(`Saved (also as .json):  ${path}`, 'ok');
  } catch (error) {
    notice(`Not saved: ${(error as Error).message}`, 'crit');
  }
}

/** Current and cleared problems, worst first. */
export const problemsScreen = listScreen<ProblemsSlice, ProblemsModel>({
  ...problemLists,
  initial: problemsStart,
  positions: { standing: 'standing', cleared: 'cleared' },
  order: { columns: problemOrders, read: ({ sort }) => sort, write: (sort) => ({ sort }) },
  filter: {
    ...textFilter('Words, sev:critical, viewers>500, !stream'),
    check: (text) => problemFilter(text).problem,
    choices: ({ triage }, { part }) =>
      countedBy(part === 'standing' ? triage.problems : triage.cleared, ({ severity }) => severity).map(
        ({ name, count }) => ({ label: name, note: String(count), text: `sev:${name}` }),
      ),
  },
  views: {
    names: ['standing', 'cleared'],
    read: ({ part }) => part,
    write: (name) => ({ part: name === 'cleared' ? 'cleared' : 'standing' }),
  },
  model: problemsModel,
  draw: (model) => (model.reading ? [readingPane(model.reading)] : drawLists(problemLists, model)),

  keys(command, shell) {
    const { reading, selected } = shell.model;
    if (reading && handleReading(command, reading, shell)) return true;
    // In the detail, Tab goes to the names in it.
    if (reading && command === 'move.nextPane') return false;
    if (!reading && selected?.folded && (command === 'move.left' || command === 'move.right')) {
      foldProblem(command, selected, shell);
      return true;
    }
    const act = onSelected[command];
    if (act && selected) act(selected, shell);
    return act !== undefined;
  },

  object: ({ selected, view }) =>
    selected && {
      kind: 'problem',
      values: {
        key: selected.key,
        kind: ruleOf(selected),
        severity: selected.severity,
        subject: subjectName(selected.subject),
        incident: incidentId(view.state.url, nameOfIncident(selected)),
      },
    },

  idle({ view, lists, part, reading }) {
    if (reading) return ['move.open', 'list.filter', 'list.view', 'list.state', 'table.sort'];
    if (!lists[part]?.count) return ['move.open', 'move.nextPane', 'problem.acknowledge', 'problem.report'];
    // A report is made from the stored history.
    return view.stored ? [] : ['problem.report'];
  },

  summary({ view: { state, triage, now } }) {
    if (triage.problems.length > 0) return incidentSentences(triage.problems);
    return [`Standing: ${notYetKnown(state, triage, now)?.words ?? NO_PROBLEM}.`];
  },
});
