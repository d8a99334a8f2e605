import { errorMessage } from '../../base/system-error.ts';
import {
  editing,
  type FormSpec,
  type FormState,
  fieldChanged,
  refuse,
  type Stage,
  shownFields,
  valuesOf,
  withErrors,
} from '../forms/form.ts';
import { clusterChanged, type Where } from '../forms/plan-lines.ts';
import type { FormValues } from '../forms/values.ts';
import type { DialogShell } from '../shell.ts';
import { showResult } from './show-result.ts';

/** A form, or a question before a write is sent. */
export interface FormDialog {
  readonly spec: FormSpec;
  readonly where: Where;
  readonly state: FormState;
}

export type FormShell = DialogShell<FormDialog>;

/** Enter: runs every check again, then shows the review. */
export function submitForm(dialog: FormDialog, shell: FormShell): void {
  const { spec, state } = dialog;
  const refused = refuse(spec, state);
  if (refused) {
    shell.update({ state: refused });
    return;
  }
  const values = valuesOf(spec, state);
  const later = shownFields(spec, values).filter(
    (field) => field.checkLater && field.locked === undefined && values[field.name] !== '',
  );
  if (later.length === 0) {
    shell.update({ state: planned(dialog, state) });
    return;
  }
  const stage: Stage = { kind: 'checking' };
  shell.update((now) => ({ state: { ...now.state, stage } }));
  const checks = later.map(async (field) => {
    const problem = await field.checkLater?.(values[field.name], values);
    return [field.name, problem === undefined ? [] : [problem]] as const;
  });
  Promise.all(checks).then(
    (found) => {
      const errors = Object.fromEntries(found.filter(([, problems]) => problems.length > 0));
      shell.update((now) => {
        if (now.state.stage !== stage) return {};
        if (Object.keys(errors).length === 0) return { state: planned(now, now.state) };
        return { state: withErrors(spec, now.state, 'Not sent.', errors) };
      });
    },
    (error: unknown) =>
      shell.update((now) =>
        now.state.stage === stage ? { state: withErrors(spec, now.state, errorMessage(error), {}) } : {},
      ),
  );
}

function planned({ spec }: FormDialog, state: FormState): FormState {
  const values = valuesOf(spec, state);
  const plan = { ...spec.plan(values), warnings: warningsOf(spec, state, values) };
  if (plan.changes.length === 0)
    return { ...state, stage: editing, banner: 'Nothing was changed, so there is nothing to send.' };
  return { ...state, banner: undefined, errors: {}, stage: { kind: 'confirming', plan, scroll: 0 } };
}

/** Warnings about values that have changed. They are asked for again just before the values are sent. */
function warningsOf(spec: FormSpec, state: FormState, values: FormValues): readonly string[] {
  return shownFields(spec, values).flatMap((field) => {
    if (field.locked !== undefined || !fieldChanged(field, state)) return [];
    const warning = field.warn?.(values[field.name], values);
    return warning === undefined ? [] : [`${field.label}: ${warning}`];
  });
}

/** Sends what was reviewed. The typed values are kept until the server has accepted them. */
export function sendForm(
  dialog: FormDialog,
  { plan }: Extract<Stage, { kind: 'confirming' }>,
  shell: FormShell,
): void {
  const moved = clusterChanged(dialog.where, shell.view);
  if (moved !== undefined) {
    shell.update({ state: withErrors(dialog.spec, dialog.state, moved, {}) });
    return;
  }
  const abort = new AbortController();
  const cancel = () => abort.abort();
  shell.update((now) => ({ state: { ...now.state, stage: { kind: 'sending', plan, cancel } } }));
  // Identifies this request by its `cancel`, so that no other dialog that is open by then is changed.
  const mine = (now: FormDialog) => now.state.stage.kind === 'sending' && now.state.stage.cancel === cancel;
  const back = (message: string, fields: Readonly<Record<string, readonly string[]>> = {}) =>
    shell.update((now) => (mine(now) ? { state: withErrors(now.spec, now.state, message, fields) } : {}));
  const onProgress = (sent: number, total: number) =>
    shell.update((now) =>
      mine(now) ? { state: { ...now.state, stage: { ...now.state.stage, progress: { sent, total } } } } : {},
    );
  dialog.spec.submit(valuesOf(dialog.spec, dialog.state), { signal: abort.signal, onProgress }).then(
    (outcome) => {
      const message = [outcome.message, outcome.warning].filter(Boolean).join(' ');
      if (outcome.kind === 'refused') return back(message, outcome.fields);
      // What may not have happened can be sent again: the typed values stay below the result.
      if (outcome.kind === 'unknown') back(message);
      else shell.close();
      showResult(outcome, dialog.where, shell);
    },
    (error: unknown) => back(errorMessage(error)),
  );
}
