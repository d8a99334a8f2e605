import { screenTable } from '../../actions/screen-table.ts';
import { notSeen } from '../../views/problems/all-clear.ts';
import { blindness } from '../../views/problems/blind.ts';
import { countWords, severityShown, worstProblem } from '../../views/problems/problems.ts';
import { problemSentence, problemTitle } from '../../views/problems/words.ts';
import { problemLine } from '../chrome/chrome.ts';
import type { Runtime } from '../program/runtime.ts';
import { screenOf } from '../screens/registry.ts';
import type { View } from '../view.ts';

export type ReaderFeed = ReturnType<typeof createReaderFeed>;

/** The size that dialogs are laid out for, wide enough that nothing is cut. */
const WINDOW = { x: 0, y: 0, width: 160, height: 60 };

/**
 * The screen in words, for screen readers. It changes after a key, when something is read for the first time, when
 * responses stop or resume, and when a problem begins or ends. It does not change with each poll, because the
 * reader would start again every two seconds.
 */
export function createReaderFeed(runtime: Runtime) {
  let said: readonly string[] = [];
  let spokenOf: readonly unknown[] = [];
  const listeners = new Set<() => void>();
  const speak = (): boolean => {
    // The frame's own view: where the state is newer than the frame, it is spoken of with the next one.
    const { view } = runtime.shown();
    const { state, triage, now: time } = view;
    const now = [
      runtime.ui.getState(),
      notSeen(state).join(),
      blindness(state, time) !== undefined,
      triage.problems.map(({ key, severity }) => key + severity).join(),
    ];
    if (now.every((value, index) => value === spokenOf[index])) return false;
    spokenOf = now;
    said = sentences(runtime, view);
    return true;
  };
  speak();
  runtime.subscribe(() => {
    if (speak()) for (const listener of listeners) listener();
  });
  return {
    /** Sentences, the most important first. */
    lines: () => said,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function sentences(runtime: Runtime, view: View): string[] {
  const ui = runtime.ui.getState();
  const top = ui.dialogs.at(-1);
  if (top) {
    const panes = top.dialog.render(top.shown, view, runtime.services, WINDOW);
    return panes.flatMap(({ lines }) =>
      lines.map((line) => spokenText(line.map(({ text }) => text).join(''))).filter(Boolean),
    );
  }
  const { facts, state, triage } = view;
  const kind = [facts.demo && 'demo', facts.production && 'production', facts.readOnly && 'read-only'].filter(
    Boolean,
  );
  const screen = screenOf(ui.screen);
  const worst = worstProblem(triage.problems);
  return [
    `castwatch${kind.length > 0 ? `, ${kind.join(', ')}` : ''}, ${state.name}, ${screenTable[ui.screen].title}.`,
    ...(ui.notice ? [ui.notice.text] : []),
    problemCount(view),
    ...(worst ? [`Worst: ${severityShown(worst)}, ${problemTitle(worst)}. ${problemSentence(worst)}`] : []),
    ...(screen.summary?.(runtime.shown().model) ?? []),
    'Keys: 1 to 6 for the screens, question mark for help, colon for commands, q to quit.',
  ];
}

function problemCount(view: View): string {
  const counts = countWords(view.triage.problems).map(({ text }) => spokenText(text));
  if (view.triage.problems.length > 0 && !blindness(view.state, view.now))
    return `Incidents: ${counts.join(', ')}.`;
  const line = problemLine(view, WINDOW.width).map(({ text }) => text);
  return `Problems: ${spokenText(line.join('')).replace(/\.$/, '')}.`;
}

/** The text without frames, bars and signs, which are meaningless when read aloud. */
function spokenText(text: string): string {
  return text
    .replace(/[\u2190-\u21ff\u2500-\u28ff\u2714\u2716]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
