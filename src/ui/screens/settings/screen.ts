import type { Mutations } from '../../../actions/mutations.ts';
import type { TranscodeSettings } from '../../../protocol/settings.ts';
import { settingRows } from '../../../views/settings/settings.ts';
import { formDialog } from '../../dialogs/form.ts';
import { targetOf } from '../../primitives/list.ts';
import type { Controller, Screen } from '../../screen.ts';
import { readByUpdate } from '../empty-update.ts';
import { whyNoWrites, writesOf } from '../writable.ts';
import { readWritten, thenReadWritten } from '../written.ts';
import { licenseForm, settingsReading, transcodeForm } from './forms.ts';
import { type SettingsSlice, settingsPanes } from './panes.ts';

type Settings = Controller<SettingsSlice>;

/** Transcode settings and license (A13, A14). Nothing is read before the user asks: reading is a `PATCH`. */
export const settingsScreen: Screen<SettingsSlice> = {
  initial: { index: 0, reading: false, written: undefined },
  lasting: ['written'],

  render: (view, slice, area) => settingsPanes(view, slice, area),

  enter: readWritten,

  idle(view) {
    if (whyNoWrites(view) !== undefined) return ['action.edit', 'action.license', 'move.open'];
    // What is not read yet cannot be opened; the pane says how it is read.
    return view.known?.transcode ? [] : ['move.open'];
  },

  handle(command, controller) {
    const { index } = controller.slice();
    const known = controller.view.known?.transcode;
    const target = known && targetOf(command, index, 4, 4);
    if (target !== undefined) {
      controller.set({ index: Math.max(0, Math.min(3, target)) });
      return true;
    }
    switch (command) {
      case 'time.refresh':
        withWrites(controller, (mutations) => read(mutations, controller, () => {}));
        return true;
      case 'move.open':
      case 'action.edit':
        withWrites(controller, (mutations) => {
          if (known) edit(mutations, controller, known.value);
          // Enter only reads; e reads and goes on to what was asked for.
          else
            read(mutations, controller, (value) => {
              if (command === 'action.edit') edit(mutations, controller, value);
            });
        });
        return true;
      case 'action.license':
        withWrites(controller, (mutations) => {
          const form = licenseForm(mutations, controller.view.known?.license?.lockedBy);
          controller.open(formDialog(thenReadWritten(form, controller), controller.view));
        });
        return true;
      case 'app.copy': {
        const row = known && settingRows(known.value)[index];
        if (row?.wrapper) controller.copy(row.value, row.title.toLowerCase());
        else controller.notice('Nothing is read yet.', 'warn');
        return true;
      }
      default:
        return false;
    }
  },

  summary(view) {
    const known = view.known?.transcode;
    if (!known) return ['The transcode settings are not read yet.'];
    return settingRows(known.value).map(
      ({ title, value, locked }) => `${title}: ${value}${locked === undefined ? '' : `, ${locked}`}.`,
    );
  },
};

function withWrites(controller: Settings, then: (mutations: Mutations) => void): void {
  const mutations = writesOf(controller);
  if (mutations) then(mutations);
}

/** Reads the settings, one reading at a time. */
function read(mutations: Mutations, controller: Settings, then: (value: TranscodeSettings) => void): void {
  if (controller.slice().reading) return;
  readByUpdate(mutations, controller, {
    ...settingsReading,
    send: async (signal) => {
      controller.set({ reading: true });
      const outcome = await mutations.readTranscode(signal);
      controller.set({ reading: false });
      readWritten(controller);
      if (outcome.kind === 'ok') then(outcome.value);
      return outcome;
    },
  });
}

function edit(mutations: Mutations, controller: Settings, value: TranscodeSettings): void {
  const focus = settingRows(value)[controller.slice().index]?.name;
  const form = transcodeForm(mutations, value, focus);
  controller.open(formDialog(thenReadWritten(form, controller), controller.view));
}
