import type { CommandId } from '../../../actions/commands.ts';
import type { Mutations } from '../../../actions/mutations.ts';
import type { TranscodeSettings } from '../../../protocol/settings.ts';
import { settingKinds } from '../../../views/settings/settings.ts';
import { targetOf } from '../../primitives/list.ts';
import type { Screen } from '../../screen.ts';
import type { ScreenShell } from '../../shell.ts';
import { openWrite, readWritten, whyNoWrites, writesOf } from '../admin.ts';
import { readByUpdate } from '../empty-update.ts';
import { settingsReading, transcodeForm } from './forms.ts';
import {
  drawTranscoding,
  type TranscodingModel,
  type TranscodingSlice,
  transcodingModel,
  transcodingStart,
} from './view.ts';

type Transcoding = ScreenShell<TranscodingSlice, TranscodingModel>;

function handleTranscoding(command: CommandId, shell: Transcoding): boolean {
  const { rows, selected, view } = shell.model;
  const known = view.known?.transcode;
  const target = rows && targetOf(command, shell.slice().index, rows.length, rows.length);
  if (rows && target !== undefined) {
    shell.set({ index: Math.max(0, Math.min(rows.length - 1, target)) });
    return true;
  }
  if (command === 'app.copy') {
    if (selected?.wrapper) shell.copy(selected.value, selected.title.toLowerCase());
    else shell.notice('The settings are not read yet.', 'warn');
    return true;
  }
  if (command !== 'time.refresh' && command !== 'move.open' && command !== 'action.edit') return false;
  const mutations = writesOf(shell);
  if (!mutations) return true;
  if (known && command !== 'time.refresh') edit(mutations, shell, known.value);
  // Enter only reads the settings; `e` reads them and then opens the form.
  else
    readSettings(mutations, shell, (value) => {
      if (command === 'action.edit') edit(mutations, shell, value);
    });
  return true;
}

function readSettings(mutations: Mutations, shell: Transcoding, then: (value: TranscodeSettings) => void) {
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

function edit(mutations: Mutations, shell: Transcoding, value: TranscodeSettings): void {
  const focus = settingKinds[shell.slice().index]?.name;
  openWrite(shell, transcodeForm(mutations, value, focus));
}

/** Transcode settings (A13). They are read only when the user asks for it, because reading is a `PATCH`. */
export const transcodingScreen: Screen<TranscodingSlice, TranscodingModel> = {
  initial: transcodingStart,
  lasting: ['written'],

  enter: readWritten,

  idle({ view, rows }) {
    if (whyNoWrites(view) !== undefined) return ['action.edit', 'move.open'];
    // Settings that are not read cannot be opened; the pane says how to read them.
    return rows ? [] : ['move.open'];
  },

  model: transcodingModel,
  draw: drawTranscoding,
  handle: handleTranscoding,
  point(_pane, row, shell) {
    const index = settingKinds.findIndex(({ name }) => name === row);
    if (index >= 0) shell.set({ index });
  },

  summary({ rows }) {
    if (!rows) return ['The transcode settings are not read yet.'];
    return rows.map(
      ({ title, value, locked }) => `${title}: ${value}${locked === undefined ? '' : `, ${locked}`}.`,
    );
  },
};
