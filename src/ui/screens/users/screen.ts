import type { CommandId } from '../../../actions/commands.ts';
import type { Mutations } from '../../../actions/mutations.ts';
import { exactDigits } from '../../../protocol/leaves.ts';
import type { UserId } from '../../../protocol/user.ts';
import { levelLook, rightRows, userRows } from '../../../views/users/users.ts';
import { promptDialog } from '../../dialogs/prompt.ts';
import { listScreen, textFilter } from '../../list-screen/list-screen.ts';
import { rowList } from '../../list-screen/shown-list.ts';
import { listStart } from '../../primitives/list.ts';
import { textField } from '../../primitives/text-field.ts';
import type { ScreenShell } from '../../shell.ts';
import { adminFrame, openWrite, readWritten, whyNoWrites, writesOf } from '../admin.ts';
import { readByUpdate } from '../empty-update.ts';
import { createUserForm, deleteUserSpec, updateUserForm, userReading } from './forms.ts';
import { type UsersModel, type UsersSlice, userLists, userNotes, usersStart } from './view.ts';

type Users = ScreenShell<UsersSlice, UsersModel>;

const ON_USER: readonly CommandId[] = [
  'action.edit',
  'action.delete',
  'app.copy',
  'move.open',
  'time.refresh',
];

/** Commands that need a selected user. Without one they only show a message. */
function onUser(command: CommandId, shell: Users): boolean {
  if (!ON_USER.includes(command)) return false;
  const user = shell.model.lists.list.selected;
  if (!user) {
    shell.notice('No user is selected: :lookup adds one by its id, a creates one.', 'warn');
    return true;
  }
  if (command === 'app.copy') {
    shell.copy(String(user.id), `the id ${user.id}`);
    return true;
  }
  const mutations = writesOf(shell);
  if (!mutations) return true;
  if (command === 'action.delete') {
    openWrite(shell, deleteUserSpec(mutations, user));
    return true;
  }
  const edit = (unread?: string) => {
    const fresh = userRows(mutations.known.getState(), '').find(({ id }) => id === user.id) ?? user;
    openWrite(shell, updateUserForm(mutations, fresh, unread));
  };
  readUser(mutations, shell, user.id, command === 'time.refresh' ? undefined : edit);
  return true;
}

const NOT_FOUND_STATUS = 404;

/**
 * Reads a user, and opens the form if that was requested. It also opens if the read fails or is refused, because
 * the update itself may work. A user that does not exist is not edited.
 */
function readUser(
  mutations: Mutations,
  shell: Users,
  id: UserId,
  edit: ((unread?: string) => void) | undefined,
): void {
  readByUpdate(mutations, shell, {
    ...userReading(id),
    send: async (signal) => {
      const outcome = await mutations.readUser(id, signal);
      readWritten(shell);
      if (outcome.kind === 'confirmed') edit?.();
      const gone = outcome.kind === 'refused' && outcome.status === NOT_FOUND_STATUS;
      if (outcome.kind === 'confirmed' || gone || !edit) return outcome;
      edit(outcome.message);
      const warning = [outcome.message, outcome.warning].filter(Boolean).join(' ');
      return {
        kind: 'confirmed',
        value: undefined,
        message: `User ${id} is edited without being read.`,
        warning,
      };
    },
  });
}

/** `42 anna` adds a user to the list, `-42` removes one. Both only change the list on this machine. */
const ID = /^(-?)(\d{1,40})(?:\s+(.*\S))?\s*$/su;

function askId(shell: Users): void {
  const { mutations } = shell.services.session;
  if (!mutations) {
    shell.notice('A recording is shown: users are not part of it.', 'warn');
    return;
  }
  shell.open(promptDialog, {
    label: 'Id and name (42 anna; -42 removes it):',
    field: textField(),
    check: (text) => (text.trim() === '' || ID.test(text.trim()) ? undefined : 'not an id; write it like 42'),
    submit: (text) => {
      const match = ID.exec(text.trim());
      if (!match) return;
      const id = exactDigits(match[2] ?? '');
      const known = mutations.known.getState().users.find((user) => user.id === id);
      const work =
        match[1] === '-'
          ? mutations.forgetUser(id)
          : mutations.rememberUser({ id, name: match[3] ?? known?.name ?? '' });
      work.then((warning) => {
        if (match[1] !== '-') shell.set({ position: { ...listStart, selectedId: String(id) } });
        if (warning !== undefined) shell.notice(warning, 'warn');
        else
          shell.notice(
            match[1] === '-' ? `User ${id} was removed from the list.` : `User ${id} was added to the list.`,
          );
      });
    },
  });
}

/** Rows of the rights of a user below the list. */
const RIGHTS_BELOW = 10;

/** Users (A2 to A4) that are known on this machine, because no endpoint lists users. */
export const usersScreen = listScreen<UsersSlice, UsersModel>({
  ...userLists,
  initial: usersStart,
  positions: { list: 'position' },
  lasting: ['written'],
  filter: textFilter('Name or id'),

  enter: readWritten,

  idle({ view, slice, rows }) {
    const onUser: readonly CommandId[] = ['move.open', 'action.edit', 'action.delete', 'time.refresh'];
    if (whyNoWrites(view) !== undefined) return ['action.add', ...onUser];
    if (rows.length > 0) return [];
    return slice.filter === '' ? [...onUser, 'list.filter'] : onUser;
  },

  model(view, slice, area) {
    const rows = view.known ? userRows(view.known, slice.filter) : [];
    const layout = adminFrame(area, slice, rows.length > 0 ? RIGHTS_BELOW : 0);
    const rect = layout.main;
    const notes = userNotes(view, rect.width - 4, rect.height - 2);
    const height = Math.max(1, rect.height - 3 - notes.length);
    const list = rowList(rows, ({ key }) => key, { rect, position: slice.position, height });
    return { view, slice, layout, rows, lists: { list }, part: 'list', notes };
  },

  keys(command, shell) {
    if (command === 'action.lookup') askId(shell);
    else if (command === 'action.add') {
      const mutations = writesOf(shell);
      const select = (id: UserId) => shell.set({ position: { ...listStart, selectedId: String(id) } });
      if (mutations) openWrite(shell, createUserForm(mutations, select));
    } else return onUser(command, shell);
    return true;
  },

  summary({ rows }) {
    return [
      `${rows.length} users are known here; the API cannot list them all.`,
      ...rows.map(({ id, name, rights }) => {
        const words = rightRows(rights).map(({ title, level }) => `${title} ${levelLook(level).text}`);
        return `User ${id}, ${name === '' ? 'name not known' : name}: ${rights ? words.join(', ') : 'rights not known'}.`;
      }),
    ];
  },
});
