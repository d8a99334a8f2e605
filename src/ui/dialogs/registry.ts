import type { Dialog } from '../dialog.ts';
import { formModule } from './form.ts';
import { helpModule } from './help.ts';
import { menuModule } from './menu.ts';
import { messageModule } from './message.ts';
import type { DialogModule } from './module.ts';
import { paletteModule } from './palette.ts';
import { promptModule } from './prompt.ts';

const modules: { readonly [K in Dialog['kind']]: DialogModule<Extract<Dialog, { kind: K }>> } = {
  prompt: promptModule,
  message: messageModule,
  menu: menuModule,
  help: helpModule,
  palette: paletteModule,
  form: formModule,
};

/**
 * The module of a dialog. The table above gives each kind its own module; TypeScript cannot derive that from the
 * union.
 */
export function moduleOf(dialog: Dialog): DialogModule<Dialog> {
  return modules[dialog.kind] as unknown as DialogModule<Dialog>;
}
