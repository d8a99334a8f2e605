import { textField } from '../primitives/text-field.ts';
import type { Shell } from '../shell.ts';
import { promptDialog } from './prompt.ts';

/** Asks where to write a new file; the whole path is shown and can be changed. Nothing is written before Enter. */
export function askFile({ open, services }: Shell, name: string, write: (path: string) => void): void {
  open(promptDialog, {
    label: 'Write to:',
    field: textField(services.placeOf(name)),
    check: (path) => (path.trim() === '' ? 'no name' : undefined),
    submit: (path) => write(path.trim()),
  });
}
