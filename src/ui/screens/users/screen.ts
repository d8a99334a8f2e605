import type { CommandId } from '../../../actions/commands.ts';
import type { Mutations } from '../../../actions/mutations.ts';
import { levelLook, rightRows, type UserRow, userRows } from '../../../views/users/users.ts';
import { confirmDialog } from '../../dialogs/confirm.ts';
import { formDialog } from '../../dialogs/form.ts';
import { moveList, placeList } from '../../primitives/list.ts';
import { textField } from '../../primitives/text-field.ts';
import type { ScreenShell } from '../../shell.ts';
import type { Pane, View } from '../../view.ts';
import { readByUpdate } from '../empty-update.ts';
import { rendered } from '../rendered.ts';
import { whyNoWrites, writesOf } from '../writable.ts';
import { readWritten, thenReadWritten, writtenPane } from '../written.ts';
import { detailPane, userChangesPane } from './detail.ts';
import { createUserForm, deleteUserSpec, updateUserForm, userReading } from './forms.ts';
import { usersLayout } from './layout.ts';
import { listPane, rowsOf, type UsersSlice, usersStart, visibleUsers } from './panes.ts';

type Users = ScreenShell<UsersSlice>;

/** Users (A2 to A4): those that are known here, because nothing lists them. */
export const usersScreen = rendered<UsersSlice>({
  initial: usersStart,
  lasting: ['written'],
  filter: {
    hint: 'Name or id',
    count: (view, slice) => rowsOf(view, slice).length,
    read: ({ filter }) => filter,
    write: (filter) => ({ filter }),
  },

  render(view, slice, area) {
    const { list, detail, written, changes } = usersLayout(view, slice, area);
    const selected = selectedUser(view, slice);
    const panes: Pane[] = [listPane(view, slice, list)];
    if (detail) panes.push(detailPane(view, selected, detail));
    if (changes) panes.push(userChangesPane(view, slice, selected, changes));
    if (written) panes.push(writtenPane('users', slice, written));
    return panes;
  },

  enter: readWritten,

  idle(view, slice) {
    const onUser: readonly CommandId[] = ['move.open', 'action.edit', 'action.delete', 'time.refresh'];
    if (whyNoWrites(view) !== undefined) return ['action.add', ...onUser];
    if (rowsOf(view, slice).length > 0) return [];
    return slice.filter === '' ? [...onUser, 'list.filter'] : onUser;
  },

  handle(command, shell) {
    const slice = shell.slice();
    const { view } = shell;
    const keys = rowsOf(view, slice).map(({ key }) => key);
    const { list } = usersLayout(view, slice, shell.area);
    const moved = moveList(slice.position, command, keys, visibleUsers(view, list));
    if (moved) {
      shell.set({ position: moved });
      return true;
    }
    switch (command) {
      case 'action.add': {
        const mutations = writesOf(shell);
        const select = (id: number) =>
          shell.set({ position: { selectedId: String(id), index: 0, scroll: 0 } });
        if (mutations)
          shell.open(formDialog(thenReadWritten(createUserForm(mutations, select), shell), view));
        return true;
      }
      case 'action.lookup':
        askId(shell);
        return true;
      default:
        return onUser(command, shell);
    }
  },

  summary(view, slice) {
    const rows = rowsOf(view, slice);
    return [
      `${rows.length} users are known here; no endpoint lists them all.`,
      ...rows.map(({ id, name, rights }) => {
        const words = rightRows(rights).map(({ title, level }) => `${title} ${levelLook(level).text}`);
        return `User ${id}, ${name === '' ? 'name not known' : name}: ${rights ? words.join(', ') : 'rights not known'}.`;
      }),
    ];
  },
});

function selectedUser(view: View, slice: UsersSlice): UserRow | undefined {
  const rows = rowsOf(view, slice);
  const keys = rows.map(({ key }) => key);
  const placed = placeList(slice.position, keys, 1);
  return placed.vanished ? undefined : rows[placed.index];
}

const ON_USER: readonly CommandId[] = [
  'action.edit',
  'action.delete',
  'app.copy',
  'move.open',
  'time.refresh',
];

/** Commands that need a selected user: without one they do nothing, and say so. */
function onUser(command: CommandId, shell: Users): boolean {
  if (!ON_USER.includes(command)) return false;
  const user = selectedUser(shell.view, shell.slice());
  if (!user) {
    shell.notice('No user is selected: i adds one by its id, a creates one.', 'warn');
    return true;
  }
  if (command === 'app.copy') {
    shell.copy(String(user.id), `the id ${user.id}`);
    return true;
  }
  const mutations = writesOf(shell);
  if (!mutations) return true;
  if (command === 'action.delete') {
    const spec = thenReadWritten(deleteUserSpec(mutations, user), shell);
    shell.open(confirmDialog(spec, shell.view));
    return true;
  }
  const edit = (unread?: string) => {
    const fresh = userRows(mutations.known.getState(), '').find(({ id }) => id === user.id) ?? user;
    const form = thenReadWritten(updateUserForm(mutations, fresh, unread), shell);
    shell.open(formDialog(form, shell.view));
  };
  read(mutations, shell, user.id, command === 'time.refresh' ? undefined : edit);
  return true;
}

const NOT_FOUND_STATUS = 404;

/**
 * Reads a user, and goes on to edit it where that was asked for: also where the server refuses to be read, or cannot
 * be, because the change itself may work. A user who does not exist is not edited.
 */
function read(
  mutations: Mutations,
  shell: Users,
  id: number,
  edit: ((unread?: string) => void) | undefined,
): void {
  readByUpdate(mutations, shell, {
    ...userReading(id),
    send: async (signal) => {
      const outcome = await mutations.readUser(id, signal);
      readWritten(shell);
      if (outcome.kind === 'ok') edit?.();
      const gone = outcome.kind === 'refused' && outcome.status === NOT_FOUND_STATUS;
      if (outcome.kind === 'ok' || gone || !edit) return outcome;
      edit(outcome.message);
      const warning = [outcome.message, outcome.warning].filter(Boolean).join(' ');
      return { kind: 'ok', value: undefined, message: `User ${id} is edited without being read.`, warning };
    },
  });
}

/** `42 anna` puts a user on the list, `-42` takes it off. Both stay on this machine. */
const ID = /^(-?)(\d{1,15})(?:\s+(.*\S))?\s*$/su;

function askId(shell: Users): void {
  const { mutations } = shell.services;
  if (!mutations) {
    shell.notice('A recording is shown: users are not part of it.', 'warn');
    return;
  }
  shell.open({
    kind: 'prompt',
    label: 'Id and name (42 anna; -42 takes it off):',
    field: textField(),
    check: (text) => (text.trim() === '' || ID.test(text.trim()) ? undefined : 'no id; such as 42'),
    submit: (text) => {
      const match = ID.exec(text.trim());
      if (!match) return;
      const id = Number(match[2]);
      const known = mutations.known.getState().users.find((user) => user.id === id);
      const work =
        match[1] === '-'
          ? mutations.forgetUser(id)
          : mutations.rememberUser({ id, name: match[3] ?? known?.name ?? '' });
      work.then((warning) => {
        if (match[1] !== '-') shell.set({ position: { selectedId: String(id), index: 0, scroll: 0 } });
        if (warning !== undefined) shell.notice(warning, 'warn');
        else shell.notice(match[1] === '-' ? `User ${id} is off the list.` : `User ${id} is on the list.`);
      });
    },
  });
}
