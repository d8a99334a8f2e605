import type { Mutations } from '../../../actions/mutations.ts';
import type { FormSpec } from '../../forms/form.ts';
import { textOf } from '../../forms/values.ts';

/** A14: a license from a file or typed; it is never shown again. */
export function licenseForm(mutations: Mutations, lockedBy: string | undefined): FormSpec {
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
