import type { CommandId } from '../../../actions/commands.ts';
import type { Mutations } from '../../../actions/mutations.ts';
import type { TranscodeSettings } from '../../../protocol/settings.ts';
import { settingKinds } from '../../../views/settings/settings.ts';
import { targetOf } from '../../primitives/list.ts';
import type { Screen } from '../../screen.ts';
import type { ScreenShell } from '../../shell.ts';
import { openWrite, readWritten, whyNoWrites, writesOf } from '../admin.ts';
import { readByUpdate } from '../empty-update.ts';
import { licenseForm, settingsReading, transcodeForm } from './forms.ts';
import { type SettingsModel, type SettingsSlice, settingsModel, settingsStart } from './model.ts';
import { drawSettings } from './view.ts';

type Settings = ScreenShell<SettingsSlice, SettingsModel>;

function pointInSettings(_pane: string, row: string | undefined, shell: Settings): void {
  const index = settingKinds.findIndex(({ name }) => name === row);
  if (index >= 0) shell.set({ index });
}

function handleSettings(command: CommandId, shell: Settings): boolean {
  const { rows, selected, view } = shell.model;
  const known = view.known?.transcode;
  const target = rows && targetOf(command, shell.slice().index, rows.length, rows.length);
  if (rows && target !== undefined) {
    shell.set({ index: Math.max(0, Math.min(rows.length - 1, target)) });
    return true;
  }
  switch (command) {
    case 'time.refresh':
      withWrites(shell, (mutations) => readSettings(mutations, shell, () => {}));
      return true;
    case 'move.open':
    case 'action.edit':
      withWrites(shell, (mutations) => {
        if (known) edit(mutations, shell, known.value);
        // Enter only reads the settings; `e` reads them and then opens the form.
        else
          readSettings(mutations, shell, (value) => {
            if (command === 'action.edit') edit(mutations, shell, value);
          });
      });
      return true;
    case 'action.license':
      withWrites(shell, (mutations) =>
        openWrite(shell, licenseForm(mutations, view.known?.license?.lockedBy)),
      );
      return true;
    case 'app.copy':
      if (selected?.wrapper) shell.copy(selected.value, selected.title.toLowerCase());
      else shell.notice('The settings are not read yet.', 'warn');
      return true;
    default:
      return false;
  }
}

function withWrites(shell: Settings, then: (mutations: Mutations) => void): void {
  const mutations = writesOf(shell);
  if (mutations) then(mutations);
}

/** Reads the settings, one request at a time. */
function readSettings(mutations: Mutations, shell: Settings, then: (value: TranscodeSettings) => void): void {
  if (shell.slice().reading) return;
  readByUpdate(mutations, shell, {
    ...settingsReading,
    send: async (signal) => {
      shell.set({ reading: true });
      const outcome = await mutations.readTranscode(signal);
      shell.set({ reading: false });
      readWritten(shell);
      if (outcome.kind === 'confirmed') then(outcome.value);
      return outcome;
    },
  });
}

function edit(mutations: Mutations, shell: Settings, value: TranscodeSettings): void {
  const focus = settingKinds[shell.slice().index]?.name;
  openWrite(shell, transcodeForm(mutations, value, focus));
}

/**
 * Transcode settings and license (A13, A14). Settings are read only when the user asks for it, because reading is a
 * `PATCH`.
 */
export const settingsScreen: Screen<SettingsSlice, SettingsModel> = {
  initial: settingsStart,
  lasting: ['written'],

  enter: readWritten,

  idle({ view, rows }) {
    if (whyNoWrites(view) !== undefined) return ['action.edit', 'action.license', 'move.open'];
    // Settings that are not read cannot be opened; the pane says how to read them.
    return rows ? [] : ['move.open'];
  },

  model: settingsModel,
  draw: drawSettings,
  handle: handleSettings,
  point: pointInSettings,

  summary({ rows }) {
    if (!rows) return ['The transcode settings are not read yet.'];
    return rows.map(
      ({ title, value, locked }) => `${title}: ${value}${locked === undefined ? '' : `, ${locked}`}.`,
    );
  },
};
