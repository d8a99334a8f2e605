import { createTriageStore } from '../../src/session/triage-store.ts';
import { createTriage } from '../../src/triage/engine.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { fakeServices } from './fake-services.ts';
import type { LiveWatch } from './live.ts';

/** The services of the interface over a cluster that is watched live, with what triage says of it. */
export function judgedServices({ clock, store, monitor }: Pick<LiveWatch, 'clock' | 'store' | 'monitor'>) {
  const triage = createTriageStore(createTriage({ thresholds: mergeThresholds() }), clock);
  store.subscribe((state) => triage.step(state));
  const base = fakeServices(store.getState());
  return { ...base, clock, cluster: store, triage, session: { ...base.session, monitor } };
}
