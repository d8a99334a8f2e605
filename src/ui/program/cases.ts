import { textField } from '../primitives/text-field.ts';
import type { Shell } from '../shell.ts';

/**
 * Asks what the user would have expected, unless that is given already, and saves the last twenty minutes with it.
 */
export function askCase(shell: Shell, should: string): void {
  const { saveCase } = shell.services;
  if (!saveCase) {
    shell.notice('Only a live session can save a case.', 'warn');
    return;
  }
  const submit = (text: string) => {
    shell.notice('Saving the last 20 minutes without names...');
    saveCase(text).then(
      (path) => shell.notice(`Saved without names: ${path}`, 'ok'),
      (error: Error) => shell.notice(error.message, 'crit'),
    );
  };
  if (should !== '') {
    submit(should);
    return;
  }
  shell.open({
    kind: 'prompt',
    label: 'Save the last 20 minutes as a case, without names. What should castwatch have said?',
    field: textField(),
    submit,
  });
}
