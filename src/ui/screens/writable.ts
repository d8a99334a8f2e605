import type { Mutations } from '../../actions/mutations.ts';
import type { ScreenShell } from '../shell.ts';
import type { View } from '../view.ts';

/** Why nothing can be written now; undefined where it can. */
export function whyNoWrites(view: View): string | undefined {
  if (view.facts.readOnly) {
    return 'Read-only: nothing is sent. Start without --read-only, or with another profile, to change things.';
  }
  if (view.held) return 'The screen is frozen: press space to continue, then change things.';
  return undefined;
}

/** What can write to the cluster that is shown; where nothing can, says why and gives undefined. */
export function writesOf<S>(shell: ScreenShell<S>): Mutations | undefined {
  const { mutations } = shell.services;
  const why = whyNoWrites(shell.view);
  if (why === undefined && mutations) return mutations;
  shell.notice(why ?? 'A recording is shown: there is nothing to write to.', 'warn');
  return undefined;
}
