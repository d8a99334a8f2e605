import { entrySubject } from '../../../views/journal-subject.ts';
import type { Controller } from '../../screen.ts';
import type { JournalModel, JournalSlice } from './slice.ts';

/** Goes to what the entry under the cursor is about; Esc leads back. */
export function goToNamed(model: JournalModel, controller: Controller<JournalSlice>): void {
  const item = model.list.item(model.cursor);
  if (item?.kind !== 'entry') {
    controller.notice('This line names nothing to go to.');
    return;
  }
  const { state } = controller.view;
  const lookedUp = (state.viewers.value ?? []).map(({ id }) => id);
  const subject = entrySubject(state, item.entry);
  switch (subject?.kind) {
    case 'server':
      controller.goTo('servers', { opened: subject.name });
      return;
    case 'stream':
      controller.goTo('streams', { opened: subject.id, guest: true });
      return;
    case 'application':
      controller.goTo('applications', { opened: subject.name, guest: true });
      return;
    case 'viewer':
      controller.goTo('viewers', {
        ids: [...lookedUp.filter((id) => id !== subject.id), subject.id],
        opened: subject.id,
        guest: true,
      });
      return;
    case undefined:
      controller.notice('This entry names nothing that is known. v shows the whole entry.');
  }
}
