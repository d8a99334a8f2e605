import type { Screen } from '../../screen.ts';
import { whyNoWrites } from '../writable.ts';
import { readWritten } from '../written.ts';
import { handleSettings, pointInSettings } from './keys.ts';
import { type SettingsModel, settingsModel } from './model.ts';
import { type SettingsSlice, settingsStart } from './slice.ts';
import { drawSettings } from './view.ts';

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
