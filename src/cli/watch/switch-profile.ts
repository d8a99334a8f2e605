import { errorMessage } from '../../base/system-error.ts';
import type { ClusterSession } from '../../session/cluster-session.ts';
import { promptDialog } from '../../ui/dialogs/prompt.ts';
import { textField } from '../../ui/primitives/text-field.ts';
import type { Runtime } from '../../ui/program/runtime.ts';
import type { SessionFacts } from '../../ui/view.ts';

/** Asks for a secret; undefined if the user cancels. */
export type AskSecret = (question: string) => Promise<string | undefined>;

/** A cluster that was opened, with what the screens say of it. */
export interface OpenedCluster {
  readonly session: ClusterSession;
  readonly facts: SessionFacts;
}

/** `:profile NAME`. On an error the cluster stays the same, and a notice says why. */
export async function switchProfile(
  name: string,
  runtime: Runtime,
  open: ((name: string, ask: AskSecret) => Promise<OpenedCluster>) | undefined,
  swap: (next: OpenedCluster) => Promise<void>,
): Promise<void> {
  if (!open) {
    runtime.notice('No profiles in a demo or a replay: start castwatch --profile NAME.', 'warn');
    return;
  }
  try {
    const next = await open(name, (question) => askOnScreen(runtime, question));
    await swap(next);
    runtime.forget();
    runtime.notice(`Watching ${next.session.target.name} now.`, 'ok');
  } catch (error) {
    runtime.notice(errorMessage(error), 'crit');
  }
}

export function askOnScreen(runtime: Runtime, question: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    runtime.open(promptDialog, {
      label: question,
      field: textField(),
      masked: true,
      submit: resolve,
      cancel: () => resolve(undefined),
    });
  });
}
