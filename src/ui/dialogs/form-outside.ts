import { errorMessage } from '../../base/system-error.ts';
import type { FieldSpec } from '../forms/field.ts';
import { type FormState, moveFocus, valueIn, valuesOf, withInput } from '../forms/form.ts';
import { sameValue } from '../forms/values.ts';
import { textField } from '../primitives/text-field.ts';
import type { FormDialog, FormShell } from './form-send.ts';

// Work that a form's keys start outside the form: slow checks, completion of paths, the editor. Results may come
// late, so each first checks that the form is still open and the value has not changed.

/** A field's new input. Starts the slow check; its result is ignored if the value has changed by then. */
export function changeForm(dialog: FormDialog, state: FormState, field: FieldSpec, shell: FormShell): void {
  shell.update({ state });
  const value = valueIn(state, field);
  if (!field.checkLater || value === '' || sameValue(value, valueIn(dialog.state, field))) return;
  field.checkLater(value, valuesOf(dialog.spec, state)).then(
    (problem) => {
      shell.update((now) => {
        if (now.spec !== dialog.spec) return {};
        if (problem === undefined || !sameValue(valueIn(now.state, field), value)) return {};
        return { state: { ...now.state, errors: { ...now.state.errors, [field.name]: [problem] } } };
      });
    },
    (error: unknown) => shell.notice(errorMessage(error), 'warn'),
  );
}

/** Tab completes the path as far as it is unambiguous; with nothing left to complete, it goes to the next field. */
export function completeField(dialog: FormDialog, field: FieldSpec, shell: FormShell): void {
  const typed = String(valueIn(dialog.state, field) ?? '');
  const goOn = () =>
    shell.update((now) => (now.spec === dialog.spec ? { state: moveFocus(now.spec, now.state, 1) } : {}));
  if (typed === '') {
    goOn();
    return;
  }
  shell.services.completePath(typed).then((found) => {
    const [first = ''] = found;
    const shared = found.reduce(commonStart, first);
    if (found.length === 0 || shared.length <= typed.length) {
      if (found.length > 1)
        shell.notice(
          found
            .slice(0, 8)
            .map((path) => path.replace(/^.*\/(?=.)/s, ''))
            .join('  '),
        );
      goOn();
      return;
    }
    shell.update((now) => {
      if (now.spec !== dialog.spec || valueIn(now.state, field) !== typed) return {};
      return { state: withInput(now.state, field, { field: textField(shared), revealed: true }) };
    });
  }, goOn);
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}

export function editElsewhere(dialog: FormDialog, field: FieldSpec, shell: FormShell): void {
  shell.services.editText(String(valueIn(dialog.state, field) ?? '')).then(
    (edited) => {
      if (edited === undefined) return;
      shell.update((now) =>
        now.spec === dialog.spec
          ? { state: withInput(now.state, field, { field: textField(edited), revealed: true }) }
          : {},
      );
    },
    (error: unknown) => shell.notice(errorMessage(error), 'crit'),
  );
}
