import type { Mutations } from '../../actions/mutations.ts';
import type { Outcome } from '../../actions/outcome.ts';
import type { ConfirmSpec } from '../dialog.ts';
import { confirmDialog } from '../dialogs/confirm.ts';
import type { ScreenShell } from '../shell.ts';

/** Something that no endpoint reads: an update with nothing in it changes nothing, and is answered with it. */
export interface EmptyUpdate {
  /** What is remembered as explained, per cluster. */
  readonly explained: string;
  readonly title: string;
  readonly action: string;
  /** What it is answered with, and what is sent. */
  readonly notes: readonly string[];
  /** Sends it, and does what a success leads to. */
  readonly send: (signal?: AbortSignal) => Promise<Outcome<unknown>>;
}

/** Reads by an update with nothing in it. That is a `PATCH`: the first time for this cluster it says so, and asks. */
export function readByUpdate<S>(
  mutations: Mutations,
  shell: ScreenShell<S>,
  { explained, send, ...words }: EmptyUpdate,
): void {
  if (!mutations.known.getState().explained.includes(explained)) {
    shell.open(confirmDialog(specOf(mutations, { explained, send, ...words }), shell.view));
    return;
  }
  send().then((outcome) => {
    const message = [outcome.message, outcome.warning].filter(Boolean).join(' ');
    if (outcome.kind !== 'ok') shell.notice(message, 'crit');
    else shell.notice(message, outcome.warning === undefined ? 'ok' : 'warn');
  });
}

function specOf(mutations: Mutations, { title, action, notes, explained, send }: EmptyUpdate): ConfirmSpec {
  return {
    title,
    plan: {
      action,
      changes: [],
      notes: [
        ...notes,
        'The server’s own log may count it as an update. castwatch asks this once for each cluster.',
      ],
    },
    submit: async (signal) => {
      const outcome = await send(signal);
      if (outcome.kind !== 'ok') return outcome;
      const warning = [outcome.warning, await mutations.markExplained(explained)].filter(Boolean).join(' ');
      return warning === '' ? outcome : { ...outcome, warning };
    },
  };
}
