import type { Rect } from '../../base/text.ts';
import type { DialogKeys } from '../dialog.ts';
import type { KeyPress } from '../keys.ts';
import type { Services } from '../services.ts';
import type { DialogShell } from '../shell.ts';
import type { Pane, View } from '../view.ts';

/** How a kind of dialog is drawn and what its keys do. A dialog takes every key while it is open. */
export interface DialogModule<D> {
  render(dialog: D, view: View, services: Services, window: Rect): Pane[];
  /** The keys that the footer names while the dialog is open. Left out where the dialog itself shows them. */
  keys?(dialog: D): DialogKeys;
  key(dialog: D, key: KeyPress, shell: DialogShell<D>): void;
  paste?(dialog: D, text: string, shell: DialogShell<D>): void;
}
