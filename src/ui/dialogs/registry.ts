import type { Dialog } from '../dialog.ts';
import { confirmModule } from './confirm.ts';
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
  confirm: confirmModule,
};

/** The module of a dialog. The table above pairs each kind with its own module; the union cannot say so by itself. */
export function moduleOf(dialog: Dialog): DialogModule<Dialog> {
  return modules[dialog.kind] as unknown as DialogModule<Dialog>;
}
