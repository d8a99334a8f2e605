import {
  editing,
  type FormSpec,
  focusedField,
  inputOf,
  isChanged,
  isTyped,
  moveFocus,
  type Stage,
  startForm,
  withInput,
} from '../forms/form.ts';
import { formPane } from '../forms/form-view.ts';
import { whereOf } from '../forms/plan-lines.ts';
import { fieldModule } from '../forms/registry.ts';
import type { KeyPress } from '../keys.ts';
import { editText, insertText } from '../primitives/text-field.ts';
import type { Dialog, Shell } from '../shell.ts';
import { changeForm, completeField, editElsewhere } from './form-outside.ts';
import { type FormDialog, type FormShell, sendForm, submitForm } from './form-send.ts';

type Reviewing = Extract<Stage, { kind: 'confirming' }>;

/** More rows than any review has. Its view scrolls no further than its last row. */
const MOST_ROWS = 1000;

/** Opens a form for the cluster that is watched now. It stays bound to that, even if another is watched later. */
export function openForm(spec: FormSpec, { open, view }: Pick<Shell, 'open' | 'view'>): void {
  open(formDialog, { spec, state: startForm(spec), where: { ...whereOf(view), cloud: spec.cloud } });
}

/** The states of a form: editing → (checking) → confirming → sending → done. Any error leads back to editing. */
const formDialog: Dialog<FormDialog> = {
  render: (dialog, _view, _services, window) => [formPane(dialog.spec, dialog.state, dialog.where, window)],

  key(dialog, key, shell) {
    const { stage } = dialog.state;
    if (stage.kind === 'editing') editKey(dialog, key, shell);
    else if (stage.kind === 'confirming') reviewKey(dialog, stage, key, shell);
    else if (stage.kind === 'sending') {
      if (stage.asked && key.name === 'y') stage.cancel();
      if (stage.asked || isEscape(key)) setStage(shell, { ...stage, asked: !stage.asked });
    } else if (stage.kind === 'leaving' && key.name === 'y') shell.close();
    else if (stage.kind === 'leaving' || isEscape(key)) setStage(shell, editing);
  },

  paste(dialog, text, shell) {
    const { spec, state } = dialog;
    if (spec.typed !== undefined && state.stage.kind === 'confirming')
      return shell.update({
        state: { ...state, typed: insertText(state.typed, text.replace(/[\r\n]+/g, '')) },
      });
    const field = focusedField(spec, state);
    if (!field || state.stage.kind !== 'editing') return;
    const input = fieldModule(field).paste?.(field, inputOf(state, field), text);
    if (input) changeForm(dialog, withInput(state, field, input), field, shell);
  },
};

/** Enter leads to the review, so a held or doubled Enter must not send: only `y` does, or Enter after a name. */
function reviewKey(dialog: FormDialog, stage: Reviewing, key: KeyPress, shell: FormShell): void {
  const { spec, state } = dialog;
  const sends = spec.typed === undefined ? key.name === 'y' : key.name === 'enter' && isTyped(spec, state);
  const step = { down: 1, up: -1, ...(spec.typed === undefined && { j: 1, k: -1 }) }[key.name];
  const typed = spec.typed === undefined ? undefined : editText(state.typed, key);
  if (sends) sendForm(dialog, stage, shell);
  else if (isEscape(key) && spec.fields.length === 0) shell.close();
  else if (isEscape(key)) setStage(shell, editing);
  else if (step !== undefined)
    setStage(shell, { ...stage, scroll: Math.max(0, Math.min(MOST_ROWS, stage.scroll + step)) });
  else if (typed) shell.update({ state: { ...state, typed } });
}

function isEscape(key: KeyPress): boolean {
  return key.name === 'esc' || key.name === 'ctrl-c';
}

function setStage(shell: FormShell, stage: Stage): void {
  shell.update((dialog) => ({ state: { ...dialog.state, stage } }));
}

function editKey(dialog: FormDialog, key: KeyPress, shell: FormShell): void {
  const { spec, state } = dialog;
  const field = focusedField(spec, state);
  if (isEscape(key) && isChanged(spec, state)) setStage(shell, { kind: 'leaving' });
  else if (isEscape(key)) shell.close();
  else if (key.name === 'enter') submitForm(dialog, shell);
  else if (field?.kind === 'file' && key.name === 'tab') completeField(dialog, field, shell);
  else if (field?.kind === 'lines' && key.name === 'ctrl-o') editElsewhere(dialog, field, shell);
  else {
    const moves: Readonly<Record<string, number>> = { tab: 1, 'shift-tab': -1 };
    const used = field && !(key.name in moves);
    const input = used ? fieldModule(field).key(field, inputOf(state, field), key) : undefined;
    const step = { ...moves, down: 1, up: -1 }[key.name];
    if (field && input) changeForm(dialog, withInput(state, field, input), field, shell);
    else if (step !== undefined) shell.update({ state: moveFocus(spec, state, step) });
  }
}
