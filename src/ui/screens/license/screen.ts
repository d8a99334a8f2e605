import type { Mutations } from '../../../actions/mutations.ts';
import { dateTime } from '../../../base/format.ts';
import { safeText } from '../../../base/safe-text.ts';
import { cutRows, type Line, type Rect } from '../../../base/text.ts';
import { writesIn, writesLines } from '../../../views/settings/audit.ts';
import type { FormSpec } from '../../forms/form.ts';
import { textOf } from '../../forms/values.ts';
import { panelPane } from '../../primitives/panel.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Screen } from '../../screen.ts';
import type { Pane, View } from '../../view.ts';
import {
  MIN_WRITTEN_ROWS,
  openWrite,
  readWritten,
  type WrittenSlice,
  whyNoWrites,
  writesOf,
  writtenPane,
  writtenStart,
} from '../admin.ts';

interface LicenseModel {
  readonly view: View;
  readonly slice: WrittenSlice;
  readonly area: Rect;
}

/** Rows of the key; the changes below it have at least their own. */
const KEY_ROWS = 10;

function licensePane({ view, slice }: LicenseModel, rect: Rect): Pane {
  const width = rect.width - 4;
  const { replacedAt, lockedBy } = view.known?.license ?? {};
  const why = whyNoWrites(view);
  const change =
    slice.written &&
    writesIn(slice.written).find(
      ({ cluster, target }) => cluster === view.state.name && target === 'license key',
    );
  const lines: Line[] = [
    ...(replacedAt === undefined
      ? []
      : wrapText(`✔ Replaced from here at ${dateTime(replacedAt)}.`, width, 'ok')),
    ...(lockedBy === undefined
      ? []
      : wrapText(`▲ Locked by ${safeText(lockedBy)}: change it where the server is started.`, width, 'warn')),
    ...wrapText('The API cannot read the key. Enter replaces it, from typed text or a file.', width, 'dim'),
    ...(why === undefined ? [] : wrapText(`▲ ${why}`, width, 'warn')),
    ...(change ? [[], ...writesLines([change], width)] : []),
  ];
  return panelPane('license.key', rect, { title: 'License key', focus: true }, lines);
}

/** A14: a license from a file or typed; it is never shown again. */
function licenseForm(mutations: Mutations, lockedBy: string | undefined): FormSpec {
  return {
    title: 'Replace the license key',
    intro: [
      'The API cannot read the key, and castwatch never shows or stores the new one.',
      ...(lockedBy === undefined ? [] : [`The server said that the key is locked by ${lockedBy}.`]),
    ],
    // The field for typing or pasting, because most users need that one.
    focus: 'licenseKey',
    fields: [
      {
        kind: 'choice',
        name: 'source',
        label: 'From',
        initial: 'typed',
        options: [
          { value: 'typed', label: 'typed or pasted text' },
          { value: 'file', label: 'a file' },
        ],
      },
      {
        kind: 'secret',
        name: 'licenseKey',
        label: 'License key',
        required: true,
        when: (values) => values.source === 'typed',
        check: (value) => (String(value).trim() === '' ? 'must not be blank' : undefined),
      },
      {
        kind: 'file',
        name: 'file',
        label: 'File',
        required: true,
        when: (values) => values.source === 'file',
        hint: 'Only you may be able to read it (chmod 600).',
      },
    ],
    plan: (values) => ({
      action: 'Replace the license key',
      changes: [{ label: 'License key', after: '(changed)' }],
      notes: values.source === 'file' ? [`It is read from ${textOf(values, 'file')}.`] : [],
    }),
    submit: (values, { signal }) =>
      mutations.replaceLicense(
        values.source === 'file'
          ? { file: textOf(values, 'file') }
          : { key: textOf(values, 'licenseKey').trim() },
        signal,
      ),
  };
}

/** The license key (A14), which can only be replaced. */
export const licenseScreen: Screen<WrittenSlice, LicenseModel> = {
  initial: writtenStart,
  lasting: ['written'],

  enter: readWritten,

  idle: ({ view }) => (whyNoWrites(view) === undefined ? [] : ['action.edit', 'move.open']),

  model: (view, slice, area) => ({ view, slice, area }),

  draw(model) {
    const { area, slice } = model;
    if (area.height < KEY_ROWS + MIN_WRITTEN_ROWS) return [licensePane(model, area)];
    const [key, written] = cutRows(area, KEY_ROWS);
    return [licensePane(model, key), writtenPane('license', slice, written)];
  },

  handle(command, shell) {
    if (command !== 'move.open' && command !== 'action.edit') return false;
    const mutations = writesOf(shell);
    if (mutations) openWrite(shell, licenseForm(mutations, shell.view.known?.license?.lockedBy));
    return true;
  },

  point: () => {},

  summary: ({ view }) => [
    view.known?.license?.replacedAt === undefined
      ? 'The license key cannot be read, only replaced.'
      : `The license key was replaced from here at ${dateTime(view.known.license.replacedAt)}.`,
  ],
};
