import { errorWords } from '../forms/error-words.ts';
import type { FieldSpec } from '../forms/field.ts';
import {
  type FormSpec,
  type FormState,
  focusedField,
  inputOf,
  isChanged,
  moveFocus,
  refuse,
  type Stage,
  shownFields,
  startForm,
  valuesOf,
  withErrors,
  withInput,
} from '../forms/form.ts';
import { formPane } from '../forms/form-view.ts';
import { movedAway, whereOf } from '../forms/plan-lines.ts';
import { fieldModule } from '../forms/registry.ts';
import { sameValue } from '../forms/values.ts';
import type { KeyPress } from '../keys.ts';
import { textField } from '../primitives/text-field.ts';
import type { View } from '../screen.ts';
import type { DialogController, DialogModule, FormDialog } from './dialog.ts';

type Controller = DialogController<FormDialog>;

const editing: Stage = { kind: 'editing' };

/** A form for the cluster that is shown now; whatever is shown later, it is for this one. */
export function formDialog(spec: FormSpec, view: View): FormDialog {
  return { kind: 'form', spec, state: startForm(spec), where: whereOf(view) };
}

/** A form: editing → (checking) → confirming → sending → done; back to editing on whatever hinders it. */
export const formModule: DialogModule<FormDialog> = {
  render: (dialog, _view, _services, window) => [formPane(dialog.spec, dialog.state, dialog.where, window)],

  key(dialog, key, controller) {
    const { stage } = dialog.state;
    switch (stage.kind) {
      case 'editing':
        editKey(dialog, key, controller);
        return;
      case 'leaving':
        if (key.name === 'y') controller.close();
        else setStage(controller, editing);
        return;
      case 'checking':
        if (isEscape(key)) setStage(controller, editing);
        return;
      case 'confirming':
        if (isEscape(key)) setStage(controller, editing);
        // Enter is what led here: a held or doubled Enter must not send.
        else if (key.name === 'y') send(dialog, stage, controller);
        else if (key.name === 'down' || key.name === 'j') {
          setStage(controller, { ...stage, scroll: Math.min(stage.scroll + 1, 1000) });
        } else if (key.name === 'up' || key.name === 'k') {
          setStage(controller, { ...stage, scroll: Math.max(0, stage.scroll - 1) });
        }
        return;
      case 'sending':
        if (stage.asked && key.name === 'y') stage.cancel();
        if (stage.asked || isEscape(key)) setStage(controller, { ...stage, asked: !stage.asked });
        return;
      case 'unknown':
        if (isEscape(key)) controller.close();
        else if (key.name === 'e') setStage(controller, editing);
    }
  },

  paste(dialog, text, controller) {
    const field = focusedField(dialog.spec, dialog.state);
    if (!field || dialog.state.stage.kind !== 'editing') return;
    const input = fieldModule(field).paste?.(field, inputOf(dialog.state, field), text);
    if (input) change(dialog, withInput(dialog.state, field, input), field, controller);
  },
};

function isEscape(key: KeyPress): boolean {
  return key.name === 'esc' || key.name === 'ctrl-c';
}

function setStage(controller: Controller, stage: Stage): void {
  controller.update((dialog) => ({ state: { ...dialog.state, stage } }));
}

function editKey(dialog: FormDialog, key: KeyPress, controller: Controller): void {
  const { spec, state } = dialog;
  const field = focusedField(spec, state);
  if (isEscape(key)) {
    if (isChanged(spec, state)) setStage(controller, { kind: 'leaving' });
    else controller.close();
    return;
  }
  if (key.name === 'enter') {
    submit(dialog, controller);
    return;
  }
  if (field?.kind === 'file' && key.name === 'tab') {
    complete(dialog, field, controller);
    return;
  }
  if (field?.kind === 'lines' && key.name === 'ctrl-o') {
    editElsewhere(dialog, field, controller);
    return;
  }
  const moves: Readonly<Record<string, number>> = { tab: 1, 'shift-tab': -1 };
  const input = field && key.name in moves ? undefined : field && inputAfter(field, state, key);
  if (field && input) {
    change(dialog, withInput(state, field, input), field, controller);
    return;
  }
  const step = { ...moves, down: 1, up: -1 }[key.name];
  if (step !== undefined) controller.update({ state: moveFocus(spec, state, step) });
}

function inputAfter(field: FieldSpec, state: FormState, key: KeyPress) {
  return fieldModule(field).key(field, inputOf(state, field), key);
}

/** The form with a field's new input; a check that takes time begins, and speaks only while that value stands. */
function change(dialog: FormDialog, state: FormState, field: FieldSpec, controller: Controller): void {
  controller.update({ state });
  const value = fieldModule(field).value(field, inputOf(state, field));
  const before = fieldModule(field).value(field, inputOf(dialog.state, field));
  if (!field.checkLater || value === '' || sameValue(value, before)) return;
  field.checkLater(value, valuesOf(dialog.spec, state)).then(
    (problem) => {
      controller.update((now) => {
        if (now.spec !== dialog.spec) return {};
        const stands = fieldModule(field).value(field, inputOf(now.state, field));
        if (problem === undefined || !sameValue(stands, value)) return {};
        return { state: { ...now.state, errors: { ...now.state.errors, [field.name]: [problem] } } };
      });
    },
    (error: unknown) => controller.notice(errorWords(error), 'warn'),
  );
}

/** Tab completes as far as is sure; where nothing is left to complete it leads on. */
function complete(dialog: FormDialog, field: FieldSpec, controller: Controller): void {
  const typed = String(fieldModule(field).value(field, inputOf(dialog.state, field)) ?? '');
  const goOn = () =>
    controller.update((now) =>
      now.spec === dialog.spec ? { state: moveFocus(now.spec, now.state, 1) } : {},
    );
  if (typed === '') {
    goOn();
    return;
  }
  controller.services.completePath(typed).then((found) => {
    const [first = ''] = found;
    const shared = found.reduce(commonStart, first);
    if (found.length === 0 || shared.length <= typed.length) {
      if (found.length > 1) controller.notice(found.slice(0, 8).map(baseName).join('  '));
      goOn();
      return;
    }
    controller.update((now) => {
      const stands = fieldModule(field).value(field, inputOf(now.state, field));
      if (now.spec !== dialog.spec || stands !== typed) return {};
      const input = { field: textField(shared), revealed: true };
      return { state: withInput(now.state, field, input) };
    });
  }, goOn);
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}

function baseName(path: string): string {
  return /[^/]*\/?$/.exec(path)?.[0] ?? path;
}

function editElsewhere(dialog: FormDialog, field: FieldSpec, controller: Controller): void {
  const text = String(fieldModule(field).value(field, inputOf(dialog.state, field)) ?? '');
  controller.services.editText(text).then(
    (edited) => {
      if (edited === undefined) return;
      controller.update((now) =>
        now.spec === dialog.spec
          ? { state: withInput(now.state, field, { field: textField(edited), revealed: true }) }
          : {},
      );
    },
    (error: unknown) => controller.notice(errorWords(error), 'crit'),
  );
}

function submit(dialog: FormDialog, controller: Controller): void {
  const { spec, state } = dialog;
  const refused = refuse(spec, state);
  if (refused) {
    controller.update({ state: refused });
    return;
  }
  const values = valuesOf(spec, state);
  const later = shownFields(spec, values).filter(
    (field) => field.checkLater && field.locked === undefined && values[field.name] !== '',
  );
  if (later.length === 0) {
    controller.update({ state: planned(dialog, state) });
    return;
  }
  const stage: Stage = { kind: 'checking' };
  setStage(controller, stage);
  const checks = later.map(async (field) => {
    const problem = await field.checkLater?.(values[field.name], values);
    return [field.name, problem === undefined ? [] : [problem]] as const;
  });
  Promise.all(checks).then(
    (found) => {
      const errors = Object.fromEntries(found.filter(([, problems]) => problems.length > 0));
      controller.update((now) => {
        if (now.state.stage !== stage) return {};
        if (Object.keys(errors).length === 0) return { state: planned(now, now.state) };
        return { state: withErrors(spec, now.state, 'Not sent.', errors) };
      });
    },
    (error: unknown) =>
      controller.update((now) =>
        now.state.stage === stage ? { state: withErrors(spec, now.state, errorWords(error), {}) } : {},
      ),
  );
}

function planned(dialog: FormDialog, state: FormState): FormState {
  const plan = dialog.spec.plan(valuesOf(dialog.spec, state));
  if (plan.changes.length === 0) {
    return { ...state, stage: editing, banner: 'Nothing was changed, so there is nothing to send.' };
  }
  return { ...state, banner: undefined, errors: {}, stage: { kind: 'confirming', plan, scroll: 0 } };
}

function send(
  dialog: FormDialog,
  { plan }: Extract<Stage, { kind: 'confirming' }>,
  controller: Controller,
): void {
  const moved = movedAway(dialog.where, controller.view);
  if (moved !== undefined) {
    controller.update({ state: withErrors(dialog.spec, dialog.state, moved, {}) });
    return;
  }
  const abort = new AbortController();
  const cancel = () => abort.abort();
  setStage(controller, { kind: 'sending', plan, cancel });
  // Known by its `cancel`: whatever else is open by then, nothing of it is touched.
  const mine = (now: FormDialog) => now.state.stage.kind === 'sending' && now.state.stage.cancel === cancel;
  const back = (message: string, fields: Readonly<Record<string, readonly string[]>> = {}) =>
    controller.update((now) =>
      mine(now) ? { state: withErrors(now.spec, now.state, message, fields) } : {},
    );
  const onProgress = (sent: number, total: number) =>
    controller.update((now) =>
      mine(now) ? { state: { ...now.state, stage: { ...now.state.stage, progress: { sent, total } } } } : {},
    );
  dialog.spec.submit(valuesOf(dialog.spec, dialog.state), { signal: abort.signal, onProgress }).then(
    (outcome) => {
      const warning = outcome.warning === undefined ? '' : ` ${outcome.warning}`;
      const message = outcome.message + warning;
      if (outcome.kind === 'ok') {
        controller.close();
        controller.notice(message, warning === '' ? 'ok' : 'warn');
      } else if (outcome.kind === 'unknown') {
        const stage: Stage = { kind: 'unknown', message, howToFindOut: outcome.howToFindOut };
        controller.update((now) => (mine(now) ? { state: { ...now.state, stage } } : {}));
      } else back(message, outcome.kind === 'refused' ? outcome.fields : {});
    },
    (error: unknown) => back(errorWords(error)),
  );
}
