import type { CommandId } from '../../actions/commands.ts';
import type { ScreenName } from '../../actions/screen-table.ts';
import { type DetailModel, scrolled } from '../detail/detail-panes.ts';
import type { ScreenShell } from '../shell.ts';
import { chosenIn, type ShownLists } from './shown-list.ts';

/** The part of a slice that says which object's detail is open. */
export interface OpenedSlice {
  readonly opened: string | undefined;
  readonly detailScroll: number;
}

/** What the rows of a list are called in notices. */
export interface Noun {
  readonly one: 'server' | 'stream' | 'application' | 'viewer';
  readonly identity: 'id' | 'name';
  readonly screen: ScreenName;
}

/**
 * Runs `then` with the identity of the selected row. If that row has vanished or is not loaded, it only shows a
 * message with the reason.
 */
export function withChosen(
  shell: ScreenShell<OpenedSlice, ShownLists>,
  noun: Noun,
  run: (identity: string) => void,
): void {
  const chosen = chosenIn(shell.model);
  if (chosen === undefined) shell.notice(`No ${noun.one} is selected here.`, 'warn');
  else run(chosen);
}

/** Handles Enter and copy on the selected row of a list. */
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

/** Handles copy and scrolling in an open detail. */
export function handleDetail(
  command: CommandId,
  shell: ScreenShell<OpenedSlice, { readonly detail: DetailModel | undefined }>,
  noun: Noun,
): boolean {
  const { opened = '', detailScroll } = shell.slice();
  if (command === 'app.copy') {
    copy(shell, noun, opened);
    return true;
  }
  const { detail } = shell.model;
  const target = detail && scrolled(command, detailScroll, detail.lines.length, detail.facts);
  if (target !== undefined) shell.set({ detailScroll: target });
  return target !== undefined;
}

function copy(shell: ScreenShell<OpenedSlice>, { one, identity }: Noun, chosen: string): void {
  shell.copy(chosen, `the ${one}'s ${identity} ${chosen}`);
}
