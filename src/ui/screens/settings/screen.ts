import type { Mutations } from '../../../actions/mutations.ts';
import type { TranscodeSettings } from '../../../protocol/settings.ts';
import { settingRows } from '../../../views/settings/settings.ts';
import { formDialog } from '../../dialogs/form.ts';
import { targetOf } from '../../primitives/list.ts';
import type { ScreenShell } from '../../shell.ts';
import { readByUpdate } from '../empty-update.ts';
import { rendered } from '../rendered.ts';
import { whyNoWrites, writesOf } from '../writable.ts';
import { readWritten, thenReadWritten } from '../written.ts';
import { licenseForm, settingsReading, transcodeForm } from './forms.ts';
import { type SettingsSlice, settingsPanes } from './panes.ts';

type Settings = ScreenShell<SettingsSlice>;

/** Transcode settings and license (A13, A14). Nothing is read before the user asks: reading is a `PATCH`. */
export const settingsScreen = rendered<SettingsSlice>({
  initial: { index: 0, reading: false, written: undefined },
  lasting: ['written'],

  render: (view, slice, area) => settingsPanes(view, slice, area),

  enter: readWritten,

  idle(view) {
    if (whyNoWrites(view) !== undefined) return ['action.edit', 'action.license', 'move.open'];
    // What is not read yet cannot be opened; the pane says how it is read.
    return view.known?.transcode ? [] : ['move.open'];
  },

  handle(command, shell) {
    const { index } = shell.slice();
    const known = shell.view.known?.transcode;
    const target = known && targetOf(command, index, 4, 4);
    if (target !== undefined) {
      shell.set({ index: Math.max(0, Math.min(3, target)) });
      return true;
    }
    switch (command) {
      case 'time.refresh':
        withWrites(shell, (mutations) => read(mutations, shell, () => {}));
        return true;
      case 'move.open':
      case 'action.edit':
        withWrites(shell, (mutations) => {
          if (known) edit(mutations, shell, known.value);
          // Enter only reads; e reads and goes on to what was asked for.
          else
            read(mutations, shell, (value) => {
              if (command === 'action.edit') edit(mutations, shell, value);
            });
        });
        return true;
      case 'action.license':
        withWrites(shell, (mutations) => {
          const form = licenseForm(mutations, shell.view.known?.license?.lockedBy);
          shell.open(formDialog(thenReadWritten(form, shell), shell.view));
        });
        return true;
      case 'app.copy': {
        const row = known && settingRows(known.value)[index];
        if (row?.wrapper) shell.copy(row.value, row.title.toLowerCase());
        else shell.notice('Nothing is read yet.', 'warn');
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
});

function withWrites(shell: Settings, then: (mutations: Mutations) => void): void {
  const mutations = writesOf(shell);
  if (mutations) then(mutations);
}

/** Reads the settings, one reading at a time. */
function read(mutations: Mutations, shell: Settings, then: (value: TranscodeSettings) => void): void {
  if (shell.slice().reading) return;
  readByUpdate(mutations, shell, {
    ...settingsReading,
    send: async (signal) => {
      shell.set({ reading: true });
      const outcome = await mutations.readTranscode(signal);
      shell.set({ reading: false });
      readWritten(shell);
      if (outcome.kind === 'ok') then(outcome.value);
      return outcome;
    },
  });
}

function edit(mutations: Mutations, shell: Settings, value: TranscodeSettings): void {
  const focus = settingRows(value)[shell.slice().index]?.name;
  const form = transcodeForm(mutations, value, focus);
  shell.open(formDialog(thenReadWritten(form, shell), shell.view));
}
