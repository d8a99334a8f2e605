import type { ScreenShell } from '../../shell.ts';
import type { CloudSlice } from './slice.ts';

/** Asks for the possible values (B2), once at a time. What is known stays until the answer is here. */
export function loadValues(shell: ScreenShell<CloudSlice>): void {
  const { view, services } = shell;
  const { mutations } = services;
  const { values } = shell.slice();
  if (values.asking || view.held || !view.facts.hasCloud) return;
  if (!mutations) {
    shell.notice('A recording is shown: there is no cloud to ask.', 'warn');
    return;
  }
  const { name, url } = view.state;
  const asking = { ...values, asking: true };
  shell.set({ values: asking });
  mutations.cloudValues().then((outcome) => {
    const now = services.cluster.getState();
    // Another cluster is shown by now: this answer is not about its cloud.
    if (now.name !== name || now.url !== url) return;
    shell.set({
      values:
        outcome.kind === 'ok'
          ? { value: outcome.value, updatedAt: services.clock.now(), error: undefined, asking: false }
          : { ...asking, error: outcome.message, asking: false },
    });
  });
}
