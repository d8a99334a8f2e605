import type { Mutations } from '../../../actions/mutations.ts';
import {
  ffmpegPlaceholders,
  type TranscodeSettings,
  type TranscodeSettingsInput,
} from '../../../protocol/settings.ts';
import {
  placeholderMarks,
  placeholderWarning,
  type SettingRow,
  settingRows,
} from '../../../views/settings/settings.ts';
import type { FieldSpec } from '../../forms/field.ts';
import { changedFields, type FormSpec } from '../../forms/form.ts';
import { fieldModule } from '../../forms/registry.ts';
import type { FormValues } from '../../forms/values.ts';

/** How the settings are read: by an empty update. */
export const settingsReading = {
  explained: 'transcode-read',
  title: 'Read the transcode settings',
  action: 'Read the transcode settings by an empty update',
  notes: [
    'The API has no request that reads them. castwatch sends an empty update instead: it changes nothing, and the server answers with all four.',
    'Request: PATCH /api/transcode/settings with {"data":{"attributes":{}}}',
  ],
};

/** A13 as a form. Only changed values are sent, and only if the server still has the values that were read. */
export function transcodeForm(mutations: Mutations, shown: TranscodeSettings, focus?: string): FormSpec {
  const rows = settingRows(shown);
  const fields = rows.map(fieldOf);
  // The values that the plan was made against. The server must still have them when the form is sent.
  let base = shown;
  return {
    title: 'Edit the transcode settings',
    intro: ['Only what you change is sent. Just before that, the settings are read again.'],
    fields,
    focus,
    plan: (values) => {
      base = mutations.known.getState().transcode?.value ?? base;
      return {
        action: 'Update the transcode settings',
        changes: toSend(fields, values, base).map(({ field, before }) => ({
          label: field.label,
          before,
          after: fieldModule(field).words(field, values[field.name]),
        })),
      };
    },
    submit: (values, { signal }) => {
      const change = Object.fromEntries(
        toSend(fields, values, base).map(({ field: { name } }) => [name, values[name]]),
      );
      return mutations.updateTranscode(change as TranscodeSettingsInput, base, signal);
    },
  };
}

function toSend(fields: readonly FieldSpec[], values: FormValues, base: TranscodeSettings) {
  const now = new Map(settingRows(base).map((row) => [row.name as string, row]));
  return changedFields(fields, values)
    .filter(({ name }) => now.get(name)?.wrapper?.value !== values[name])
    .map((field) => ({ field, before: now.get(field.name)?.value }));
}

function fieldOf({ name, title, kind, wrapper, locked }: SettingRow): FieldSpec {
  const value = wrapper?.value;
  if (kind === 'limit') {
    return {
      kind: 'number',
      name,
      label: title,
      locked,
      noLimit: true,
      min: 0,
      required: !wrapper?.masked,
      initial: typeof value === 'number' || value === null ? value : undefined,
      warn: (limit) => (limit === 0 ? '0 blocks: no new task is started' : undefined),
    };
  }
  const text = typeof value === 'string' ? value : '';
  const base = { name, label: title, locked, initial: text, required: !wrapper?.masked };
  if (name !== 'ffmpegCommand') return { kind: 'text', ...base };
  return {
    kind: 'lines',
    ...base,
    warn: (command) => (command ? placeholderWarning(String(command)) : undefined),
    marks: placeholderMarks,
    hint: `${wrapper?.masked ? 'The server masks it; left empty, it stays. ' : ''}Placeholders: ${ffmpegPlaceholders.join(' ')}`,
  };
}
