import type { Mutations } from '../../actions/mutations.ts';
import type { Outcome } from '../../actions/outcome.ts';
import { openForm } from '../dialogs/form.ts';
import type { FormSpec } from '../forms/form.ts';
import type { ScreenShell } from '../shell.ts';

/** A resource without an endpoint for reading: an empty update changes nothing, and its response holds the values. */
export interface EmptyUpdate {
  /** Id under which it is stored, per cluster, that the user has read the explanation. */
  readonly explained: string;
  readonly title: string;
  readonly action: string;
  /** Sentences that explain what is sent and what the response holds. */
  readonly notes: readonly string[];
  readonly send: (signal?: AbortSignal) => Promise<Outcome<unknown>>;
}

/** Reads by an empty update. That is a `PATCH`, so the first time for a cluster it explains this and asks. */
export function readByUpdate<S>(
  mutations: Mutations,
  shell: ScreenShell<S>,
  { explained, send, ...words }: EmptyUpdate,
): void {
  if (!mutations.known.getState().explained.includes(explained)) {
    openForm(specOf(mutations, { explained, send, ...words }), shell);
    return;
  }
  send().then((outcome) => {
    const message = [outcome.message, outcome.warning].filter(Boolean).join(' ');
    if (outcome.kind !== 'confirmed') shell.notice(message, 'crit');
    else shell.notice(message, outcome.warning === undefined ? 'ok' : 'warn');
  });
}

function specOf(mutations: Mutations, { title, action, notes, explained, send }: EmptyUpdate): FormSpec {
  return {
    title,
    fields: [],
    plan: () => ({
      action,
      changes: [],
      notes: [
        ...notes,
        'The server’s own log may count it as an update. castwatch asks this once for each cluster.',
      ],
    }),
    submit: async (_, { signal }) => {
      const outcome = await send(signal);
      if (outcome.kind !== 'confirmed') return outcome;
      const warning = [outcome.warning, await mutations.markExplained(explained)].filter(Boolean).join(' ');
      return warning === '' ? outcome : { ...outcome, warning };
    },
  };
}
