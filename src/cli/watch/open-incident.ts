import { MINUTE_MS } from '../../base/durations.ts';
import { incidentId } from '../../triage/incidents/incident-id.ts';
import type { Runtime } from '../../ui/program/runtime.ts';
import { UsageError } from '../options/options.ts';

/** Problems need some polls until they are reported; then an incident that is missing has ended. */
const LOOK_FOR_MS = MINUTE_MS;

/** The id in `incident:ID`, as alerts write it. Throws a `UsageError` for anything else. */
export function incidentToOpen(value: string): string {
  const [, id] = /^incident:([0-9a-f]{12})$/.exec(value) ?? [];
  if (id === undefined) throw new UsageError('--open: expected incident: and its id, as in the alert');
  return id;
}

/**
 * Selects the incident of an alert on the Problems screen as soon as it is reported, unless the user has pressed a key
 * before. For `WatchOptions.attach`.
 */
export function openIncident(id: string, url: string): (runtime: Runtime) => () => void {
  return (runtime) => {
    const { triage, clock } = runtime.services;
    const offs: (() => void)[] = [];
    const stop = () => {
      for (const off of offs.splice(0)) off();
    };
    const isIt = ({
      key,
      incident,
    }: {
      readonly key: string;
      readonly incident?: { readonly root: string } | undefined;
    }) => [key, incident?.root ?? key].some((one) => incidentId(url, one) === id);
    const look = () => {
      const found = triage.getState().problems.find(isIt);
      if (!found) return;
      stop();
      runtime.follow({ kind: 'problem', key: found.incident?.root ?? found.key });
    };
    offs.push(
      triage.subscribe(look),
      runtime.onPress(stop),
      clock.after(LOOK_FOR_MS, () => {
        stop();
        const ended = triage.getState().cleared.some(isIt);
        runtime.notice(
          ended
            ? 'The incident of the alert has ended; it is among the cleared problems.'
            : `Incident ${id} is not there now: it may have ended. [ goes back in time.`,
          'warn',
        );
      }),
    );
    look();
    return stop;
  };
}
