import type { Mutations } from '../../actions/mutations.ts';
import type { ScreenShell } from '../shell.ts';
import type { View } from '../view.ts';

/** Why nothing can be written now; undefined if writing is possible. */
export function whyNoWrites(view: View): string | undefined {
  if (view.facts.readOnly) {
    return 'Read-only: nothing is sent. Start without --read-only, or with another profile, to change things.';
  }
  if (view.held) return 'The screen is frozen: press space to continue, then change things.';
  return undefined;
}

/**
 * The functions that write to the watched cluster. If writing is not possible, shows the reason and returns
 * undefined.
 */
export function writesOf<S>(shell: ScreenShell<S>): Mutations | undefined {
  const { mutations } = shell.services;
  const why = whyNoWrites(shell.view);
  if (why === undefined && mutations) return mutations;
  shell.notice(why ?? 'A recording is shown: there is nothing to write to.', 'warn');
  return undefined;
}
