import type { Controller } from '../../screen.ts';
import type { CloudSlice } from './slice.ts';

/** Asks for the possible values (B2), once at a time. What is known stays until the answer is here. */
export function loadValues(controller: Controller<CloudSlice>): void {
  const { view, services } = controller;
  const { mutations } = services;
  const { values } = controller.slice();
  if (values.asking || view.held || !view.facts.hasCloud) return;
  if (!mutations) {
    controller.notice('A recording is shown: there is no cloud to ask.', 'warn');
    return;
  }
  const { name, url } = view.state;
  const asking = { ...values, asking: true };
  controller.set({ values: asking });
  mutations.cloudValues().then((outcome) => {
    const now = services.cluster.getState();
    // Another cluster is shown by now: this answer is not about its cloud.
    if (now.name !== name || now.url !== url) return;
    controller.set({
      values:
        outcome.kind === 'ok'
          ? { value: outcome.value, updatedAt: services.clock.now(), error: undefined, asking: false }
          : { ...asking, error: outcome.message, asking: false },
    });
  });
}
