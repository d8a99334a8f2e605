import type { CommandId } from '../../actions/commands.ts';
import type { ScreenName } from '../../actions/screen-table.ts';
import { addIds, splitIds } from '../../views/lists/id-list.ts';
import { type DetailModel, scrolled } from '../detail/detail-panes.ts';
import { promptDialog } from '../dialogs/prompt.ts';
import { listStart } from '../primitives/list.ts';
import { textField } from '../primitives/text-field.ts';
import type { ScreenShell } from '../shell.ts';
import { chosenIn, type ShownLists } from './shown-list.ts';

/** The part of a slice that says which object's detail is open. */
export const openedStart = { opened: undefined as string | undefined, detailScroll: 0 };
export type OpenedSlice = Readonly<typeof openedStart>;

/** What the rows of a list are called in notices. */
export interface Noun {
  readonly one: 'server' | 'stream' | 'application' | 'viewer';
  readonly identity: 'id' | 'name';
  readonly screen: ScreenName;
}

/** Runs it with the identity of the selected row; if that has vanished or is not loaded, only says so. */
function withChosen(
  shell: ScreenShell<OpenedSlice, ShownLists>,
  noun: Noun,
  run: (identity: string) => void,
): void {
  const chosen = chosenIn(shell.model);
  if (chosen === undefined) shell.notice(`No ${noun.one} is selected here.`, 'warn');
  else run(chosen);
}

export function handleRow(
  command: CommandId,
  shell: ScreenShell<OpenedSlice, ShownLists>,
  noun: Noun,
): boolean {
  if (command !== 'move.open' && command !== 'app.copy') return false;
  withChosen(shell, noun, (identity) => {
    if (command === 'app.copy') copy(shell, noun, identity);
    else shell.goTo(noun.screen, { opened: identity, detailScroll: 0 });
  });
  return true;
}

export function handleDetail(
  command: CommandId,
  shell: ScreenShell<OpenedSlice, { readonly detail: DetailModel | undefined }>,
  noun: Noun,
  identity = shell.slice().opened ?? '',
): boolean {
  if (command === 'app.copy') {
    copy(shell, noun, identity);
    return true;
  }
  const { detailScroll } = shell.slice();
  const { detail } = shell.model;
  const target = detail && scrolled(command, detailScroll, detail.lines.length, detail.facts);
  if (target !== undefined) shell.set({ detailScroll: target });
  return target !== undefined;
}

function copy(shell: ScreenShell<OpenedSlice>, { one, identity }: Noun, chosen: string): void {
  shell.copy(chosen, `the ${one}'s ${identity} ${chosen}`);
}

/** Most watched objects: each one is looked up every three seconds. */
const MOST_WATCHED = 200;

/** The part of a slice with a watch list. Watched objects are polled on every screen. */
export const watchStart = {
  ...openedStart,
  watch: listStart,
  /** Identities, in the order in which they were added. */
  watched: [] as readonly string[],
};
export interface WatchSlice extends Readonly<typeof watchStart> {
  readonly part: 'all' | 'worst' | 'watched' | 'sessions';
}

/** The keys that watch a row or look up an object by its identity. */
export function handleWatch(
  command: CommandId,
  shell: ScreenShell<WatchSlice, ShownLists>,
  noun: Noun,
): boolean {
  if (command === 'list.watch') withChosen(shell, noun, (identity) => toggleWatch(shell, noun, identity));
  else if (command !== 'action.lookup') return false;
  else
    shell.open(promptDialog, {
      label: `${noun.one === 'stream' ? 'Stream ids' : 'Application names'} to watch`,
      field: textField(),
      submit: (text) => lookUp(shell, noun, splitIds(text)),
    });
  return true;
}

export function toggleWatch(shell: ScreenShell<WatchSlice>, { one }: Noun, identity: string): void {
  const { watched } = shell.slice();
  if (watched.includes(identity)) {
    shell.set({ watched: watched.filter((each) => each !== identity) });
    shell.notice('No longer watched.');
    return;
  }
  const added = addIds(watched, [identity], MOST_WATCHED, one);
  shell.set({ watched: added.ids });
  shell.notice(added.full ? added.message : 'Watched: v shows the watch list.', added.full ? 'warn' : 'ok');
}

function lookUp(shell: ScreenShell<WatchSlice>, { one }: Noun, identities: readonly string[]): void {
  if (identities.length === 0) return;
  const added = addIds(shell.slice().watched, identities, MOST_WATCHED, one);
  const watch = { ...listStart, selectedId: identities[0] };
  shell.set({ watched: added.ids, part: 'watched', watch });
  // Whether the object exists is known only from the response; its row will show it.
  shell.notice(added.message, added.full ? 'warn' : 'info');
}
