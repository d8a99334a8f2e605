import type { CommandId } from '../../../actions/commands.ts';
import { hasOwnId } from '../../../protocol/stream.ts';
import { findStream } from '../../../views/streams/streams.ts';
import { handleDetail, type Noun } from '../../list-screen/row-keys.ts';
import { chosenIn, moveInList, type Positions, pointInLists } from '../../list-screen/shown-list.ts';
import { handleWatch, toggleWatch } from '../../list-screen/watch-list.ts';
import type { ScreenShell } from '../../shell.ts';
import type { StreamsModel } from './model.ts';
import { handleSessions } from './sessions.ts';
import type { StreamsPart, StreamsSlice } from './slice.ts';

type Shell = ScreenShell<StreamsSlice, StreamsModel>;

const noun: Noun = { one: 'stream', identity: 'id', screen: 'streams' };

const positions: Positions<StreamsSlice, StreamsPart> = {
  all: 'all',
  worst: 'worst',
  watched: 'watch',
  sessions: 'session',
};

export const pointInStreams = pointInLists<StreamsSlice>(positions);

export function handleStreams(command: CommandId, shell: Shell): boolean {
  if (shell.slice().opened !== undefined) return inDetail(command, shell);
  const { sessions } = shell.model.lists;
  return (
    (sessions !== undefined && handleSessions(command, shell, sessions)) ||
    (command === 'list.watch' && refuseWatch(shell, chosenIn(shell.model))) ||
    handleWatch(command, shell, noun) ||
    handleList(command, shell) ||
    moveInList(command, shell, positions)
  );
}

function inDetail(command: CommandId, shell: Shell): boolean {
  const id = shell.slice().opened ?? '';
  switch (command) {
    case 'list.watch':
      if (!refuseWatch(shell, id)) toggleWatch(shell, noun, id);
      return true;
    case 'move.open': {
      const application = findStream(shell.view.state, id).stream?.application;
      if (application) shell.goTo('applications', { opened: application, detailScroll: 0 });
      return true;
    }
    default:
      return handleDetail(command, shell, noun);
  }
}

/** A stream without an id of its own cannot be looked up. */
function refuseWatch(shell: Shell, id: string | undefined): boolean {
  const stream = id === undefined ? undefined : findStream(shell.view.state, id).stream;
  if (!stream || hasOwnId(stream)) return false;
  shell.notice(
    'This stream has no id, so it cannot be watched: the server finds streams by id only.',
    'warn',
  );
  return true;
}

function handleList(command: CommandId, shell: Shell): boolean {
  const { part } = shell.slice();
  switch (command) {
    case 'move.nextPane':
    case 'move.previousPane':
      shell.set({ part: part === 'all' ? 'worst' : 'all' });
      return true;
    case 'app.back':
      if (part !== 'watched' && part !== 'sessions') return false;
      shell.set({ part: 'all' });
      return true;
    case 'move.down':
      return leaveWorst(shell);
    default:
      return false;
  }
}

/** Down on the last unhealthy stream moves to the list of all streams, if both are visible. */
function leaveWorst(shell: Shell): boolean {
  const { worst, all } = shell.model.lists;
  if (shell.slice().part !== 'worst' || !worst || !all || worst.placed.index < worst.count - 1) return false;
  shell.set({ part: 'all' });
  return true;
}
