import type { CommandId } from '../../../actions/commands.ts';
import { levelLook, rightRows } from '../../../views/users/users.ts';
import type { Screen } from '../../screen.ts';
import { whyNoWrites } from '../writable.ts';
import { readWritten } from '../written.ts';
import { handleUsers, pointInUsers } from './keys.ts';
import { type UsersModel, usersModel } from './model.ts';
import { type UsersSlice, usersStart } from './slice.ts';
import { drawUsers } from './view.ts';

/** Users (A2 to A4): those that are known on this machine, because no endpoint lists users. */
export const usersScreen: Screen<UsersSlice, UsersModel> = {
  initial: usersStart,
  lasting: ['written'],
  filter: {
    hint: 'Name or id',
    count: ({ rows }) => rows.length,
    read: ({ filter }) => filter,
    write: (filter) => ({ filter }),
  },

  enter: readWritten,

  idle({ view, slice, rows }) {
    const onUser: readonly CommandId[] = ['move.open', 'action.edit', 'action.delete', 'time.refresh'];
    if (whyNoWrites(view) !== undefined) return ['action.add', ...onUser];
    if (rows.length > 0) return [];
    return slice.filter === '' ? [...onUser, 'list.filter'] : onUser;
  },

  model: usersModel,
  draw: drawUsers,
  handle: handleUsers,
  point: pointInUsers,

  summary({ rows }) {
    return [
      `${rows.length} users are known here; the API cannot list them all.`,
      ...rows.map(({ id, name, rights }) => {
        const words = rightRows(rights).map(({ title, level }) => `${title} ${levelLook(level).text}`);
        return `User ${id}, ${name === '' ? 'name not known' : name}: ${rights ? words.join(', ') : 'rights not known'}.`;
      }),
    ];
  },
};
