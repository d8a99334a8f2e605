import type { Mutations } from '../../../actions/mutations.ts';
import {
  type AccessRight,
  accessRightNames,
  accessRightValues,
  type UserId,
  type UserInput,
} from '../../../protocol/user.ts';
import { lockWords } from '../../../views/settings/settings.ts';
import { levelLook, rightTitles, type UserRow } from '../../../views/users/users.ts';
import type { FieldSpec, GridSpec } from '../../forms/field.ts';
import { type Change, changedFields, type FormSpec, firstValue } from '../../forms/form.ts';
import { fieldModule } from '../../forms/registry.ts';
import { type FieldValue, type FormValues, type GridValue, gridOf, textOf } from '../../forms/values.ts';

/** All rights with a level are sent together, changed or not. Each of them may be left without a level. */
function gridSpec(initial: GridValue): GridSpec {
  return {
    kind: 'grid',
    name: 'accessRights',
    label: 'Access rights',
    rows: accessRightNames.map((value) => ({ value, label: rightTitles[value] })),
    levels: accessRightValues.map((value) => ({ value, label: levelLook(value).text })),
    initial,
    hint: 'write includes read',
    check: (_value, values) =>
      Object.keys(initial).length > 0 && !Object.values(gridOf(values, 'accessRights')).some(Boolean)
        ? 'choose a level for at least one of them'
        : undefined,
  };
}

const newUser: readonly FieldSpec[] = [
  { kind: 'text', name: 'username', label: 'Username', required: true, check: tooBlank },
  { kind: 'secret', name: 'password', label: 'Password', required: true, hint: 'It is never shown again.' },
  gridSpec(Object.fromEntries(accessRightNames.map((name) => [name, 'none']))),
];

function tooBlank(value: FieldValue): string | undefined {
  return typeof value === 'string' && value.trim() === '' ? 'must not be blank' : undefined;
}

/** A2 as a form. */
export function createUserForm(mutations: Mutations, created: (id: UserId) => void): FormSpec {
  return {
    title: 'New user',
    fields: newUser,
    plan: (values) => ({
      action: 'Create a user',
      changes: newUser.flatMap((field) => changesOf(field, values)),
      notes: leftOutWords(values),
    }),
    submit: async (values, { signal }) => {
      const input = {
        username: textOf(values, 'username'),
        password: textOf(values, 'password'),
        accessRights: rightsOf(gridOf(values, 'accessRights')),
      };
      const outcome = await mutations.createUser(input, signal);
      if (outcome.kind !== 'refused' && outcome.value?.id !== undefined) created(outcome.value.id);
      return outcome;
    },
  };
}

/** A3 as a form: only what was changed is sent. `unread`: why the user's values could not be read before. */
export function updateUserForm(mutations: Mutations, user: UserRow, unread?: string): FormSpec {
  const rights = levelsOf(user);
  const locked = (name: string) =>
    name in user.locked ? lockWords({ editable: false, lockedBy: user.locked[name] }) : undefined;
  const fields: readonly FieldSpec[] = [
    {
      kind: 'text',
      name: 'username',
      label: 'Username',
      initial: user.name,
      required: user.name !== '',
      locked: locked('username'),
      check: tooBlank,
    },
    {
      kind: 'secret',
      name: 'password',
      label: 'Password',
      locked: locked('password'),
      hint: 'Leave it empty to keep the current one.',
    },
    { ...gridSpec(rights), hint: rightsHint(rights, unread) },
  ];
  return {
    title: `Edit user ${user.id}${user.name === '' ? '' : ` (${user.name})`}`,
    intro: ['Only what you change is sent.'],
    fields,
    plan: (values) => ({
      action: `Update user ${user.id}${user.name === '' ? '' : ` (${user.name})`}`,
      changes: changedFields(fields, values).flatMap((field) => changesOf(field, values, user)),
      notes: changedFields(fields, values).some(({ name }) => name === 'accessRights')
        ? ['All rights that have a level are sent together.', ...leftOutWords(values)]
        : [],
    }),
    submit: (values, { signal }) => {
      const changed = changedFields(fields, values).map(({ name }) => name);
      const change: Partial<UserInput> = {
        ...(changed.includes('username') && { username: textOf(values, 'username') }),
        ...(changed.includes('password') && { password: textOf(values, 'password') }),
        ...(changed.includes('accessRights') && {
          accessRights: withUnknown(rightsOf(gridOf(values, 'accessRights')), user),
        }),
      };
      return mutations.updateUser(user.id, change, signal);
    },
  };
}

/** How a user is read: by an empty update. */
export const userReading = (id: UserId) => ({
  explained: 'user-read',
  title: 'Read a user',
  action: `Read user ${id} by an empty update`,
  notes: [
    'The API has no request that reads a user. castwatch sends an empty update instead: it changes nothing, and the server answers with the user and its rights.',
    `Request: PATCH /api/users/${id} with {"data":{"attributes":{}}}`,
  ],
});

function rightsHint(rights: GridValue, unread: string | undefined): string {
  if (unread !== undefined) return `The current values are not known: ${unread}`;
  if (Object.keys(rights).length === 0)
    return 'The current rights are not known: the answer does not contain them.';
  return 'As the server just answered.';
}

/** Whether a right that is not sent stays or is removed is not specified by the API. */
function leftOutWords(values: FormValues): readonly string[] {
  const levels = gridOf(values, 'accessRights');
  const titles = accessRightNames.filter((name) => !levels[name]).map((name) => rightTitles[name]);
  return titles.length === 0 ? [] : [`Not sent: ${titles.join(', ')}. The server decides their values.`];
}

/** A4. Id and name are fixed when it opens, whatever happens to the list. */
export function deleteUserSpec(mutations: Mutations, { id, name }: UserRow): FormSpec {
  return {
    title: 'Delete a user',
    fields: [],
    plan: () => ({
      action: `Delete user ${id}${name === '' ? '' : ` (${name})`}`,
      changes: [],
      notes: [
        `Request: DELETE /api/users/${id}`,
        'Deletion is permanent; the user cannot log in any more.',
        ...(name === '' ? ['Its name is not known here, so its id has to be typed.'] : []),
      ],
    }),
    typed: name === '' ? String(id) : name,
    submit: (_, { signal }) => mutations.deleteUser({ id, name }, signal),
  };
}

/** A field in words; for rights, one row for each that changes. */
function changesOf(field: FieldSpec, values: FormValues, user?: UserRow): readonly Change[] {
  const { words } = fieldModule(field);
  if (field.kind === 'grid') {
    const [before, after] = [user && levelsOf(user), gridOf(values, field.name)];
    const level = (name: string | undefined) => field.levels.find((one) => one.value === name)?.label;
    return field.rows
      .filter((row) => before?.[row.value] !== after[row.value])
      .map((row) => ({
        label: `${row.label} rights`,
        before: level(before?.[row.value]),
        after: level(after[row.value]) ?? 'not sent',
      }));
  }
  const before = user && words(field, firstValue(field));
  const known = field.kind !== 'secret' && before !== '';
  // A new user has no old values.
  const after = user || field.kind !== 'secret' ? words(field, values[field.name]) : '(as typed)';
  return [{ label: field.label, before: known ? before : undefined, after }];
}

/** The levels that the grid has. Any other level of the server is shown as not chosen. */
function levelsOf(user: UserRow): GridValue {
  return Object.fromEntries(
    Object.entries(user.rights ?? {}).filter(([, level]) =>
      (accessRightValues as readonly (string | undefined)[]).includes(level),
    ),
  );
}

/** The rights to send, with unchanged ones that castwatch does not know: one that is not sent would be lost. */
export function withUnknown(
  rights: readonly AccessRight[],
  { unknownRights = [] }: { readonly unknownRights?: readonly AccessRight[] | undefined },
): readonly AccessRight[] {
  const chosen = new Set(rights.map(({ name }) => name));
  return [...rights, ...unknownRights.filter(({ name }) => !chosen.has(name.toLowerCase()))];
}

function rightsOf(levels: GridValue): AccessRight[] {
  return accessRightNames.flatMap((name) => {
    const value = accessRightValues.find((level) => level === levels[name]);
    return value === undefined ? [] : [{ name, value }];
  });
}
