import { toned } from '../../base/text.ts';
import { messageDialog } from '../dialogs/message.ts';
import type { Shell } from '../shell.ts';

/** Opens a box at once, so that keys pressed meanwhile belong to it; what was read replaces it, unless it is closed. */
export async function readThen<T>(
  shell: Shell,
  title: string,
  read: Promise<T>,
  show: (found: T) => void,
): Promise<void> {
  shell.open(messageDialog, { title, lines: [toned('Reading...', 'dim')], scroll: 0 });
  const id = shell.ui.getState().dialogs.at(-1)?.id;
  const takeAway = (): boolean => {
    const { dialogs } = shell.ui.getState();
    const others = dialogs.filter((dialog) => dialog.id !== id);
    shell.ui.setState({ dialogs: others });
    return others.length < dialogs.length;
  };
  try {
    const found = await read;
    if (takeAway()) show(found);
  } catch (error) {
    takeAway();
    shell.notice((error as Error).message, 'crit');
  }
}
