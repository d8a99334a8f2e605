import type { Clock } from '../base/clock.ts';
import { SECOND_MS } from '../base/durations.ts';
import type { Readable } from '../base/readable.ts';
import { errorMessage } from '../base/system-error.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { Outbox } from '../history/outbox.ts';
import type { Caller } from '../http/caller.ts';
import type { TriageState } from '../triage/engine.ts';
import { incidentId } from '../triage/incidents/incident-id.ts';
import type { SilencedBy, Silencer } from '../triage/silenced.ts';
import type { AlertFacts } from '../views/settings/alerts.ts';
import { type Alertmanager, createAlertmanager } from './alertmanager.ts';
import { type FollowedIncident, followIncidents } from './follow.ts';
import { createAlertMaker, type WatchedCluster } from './incident-alert.ts';
import type { Rules } from './messages.ts';
import { createPostOffice, type NamedWay } from './post-office.ts';
import { createSilences, silenceMatchers } from './silences.ts';

/** Calls people while a cluster is watched. */
export interface Alerts {
  readonly cluster: WatchedCluster;
  /** The silence of a problem's incident; undefined if there is none. */
  silenceOf(key: string): SilencedBy | undefined;
  /** Writes silences; undefined without an Alertmanager, or if nothing may be written. */
  readonly silencer: Silencer | undefined;
  /** What was sent, to whom, and what failed. */
  facts(): AlertFacts;
  close(): Promise<void>;
}

export interface AlertsOptions {
  readonly cluster: WatchedCluster;
  readonly clock: Clock;
  readonly store: Readable<ClusterState>;
  readonly triage: Readable<TriageState>;
  readonly alertmanager:
    | {
        readonly members: readonly Caller[];
        readonly headers: Readonly<Record<string, string>>;
        readonly rules: Rules;
        /** False for a monitor that only reads silences. */
        readonly isSent: boolean;
        readonly readsSilences: boolean;
        readonly writesSilences: boolean;
      }
    | undefined;
  readonly ways: readonly NamedWay[];
  /** Where messages wait and are listed; undefined while the history is not open. */
  readonly outbox: () => Outbox | undefined;
  /** Whether this program writes the history: only one of several sends. */
  readonly isWriting: () => boolean;
  readonly onSilences: () => void;
  readonly log: (line: string) => void;
}

/** Incidents are looked at again after this time, also if nothing changed: holds and repeats end by time. */
const LOOK_EVERY_MS = 5 * SECOND_MS;

/** Messages that `:alerts` lists. */
const MOST_LISTED = 100;

/** Follows the incidents of a watched cluster and sends them by all ways, until it is closed. */
export function createAlerts(options: AlertsOptions): Alerts {
  const { cluster, clock, store, triage, alertmanager, log } = options;
  const offices = options.ways.map((way) => createPostOffice({ ...way, cluster, clock, log }));
  const manager: Alertmanager | undefined =
    alertmanager?.isSent === true ? createAlertmanager({ ...alertmanager, cluster, clock }) : undefined;
  const silences =
    alertmanager?.readsSilences === true
      ? createSilences({ ...alertmanager, cluster, clock, onChange: options.onSilences })
      : undefined;
  const alertsOf = createAlertMaker(cluster);
  let followed: readonly FollowedIncident[] = [];
  let isRecalled = false;
  let failure = '';

  const look = () => {
    const { since, problems } = triage.getState();
    silences?.update();
    // Before the first step nothing is known, which is not the same as nothing is wrong.
    if (since === undefined) return;
    const now = clock.now();
    followed = followIncidents(followed, alertsOf(problems, store.getState()), now);
    manager?.update(followed);
    if (offices.length === 0 || !options.isWriting()) return;
    const outbox = options.outbox();
    if (!outbox) return;
    if (!isRecalled) {
      const remembered = offices.flatMap((office) => office.remembered(outbox));
      followed = followIncidents(remembered, alertsOf(problems, store.getState()), now);
      isRecalled = true;
    }
    for (const office of offices) office.update(followed, outbox);
  };
  const attempt = () => {
    try {
      look();
      failure = '';
    } catch (error) {
      // A locked or full database is tried again. It is reported once.
      const message = errorMessage(error);
      if (message !== failure) log(`nothing can be sent: ${message}`);
      failure = message;
    }
  };
  /** The id under which the incident of a problem is sent, by this program or another one. */
  const idOf = (key: string): string => {
    const problem = incidentId(cluster.url, key);
    return (
      silences?.incidentOf(problem) ??
      followed.find(({ alert }) => alert.keys.includes(key))?.alert.id ??
      problem
    );
  };
  const offTriage = triage.subscribe(attempt);
  let cancel = () => {};
  const tick = () => {
    attempt();
    cancel = clock.after(LOOK_EVERY_MS, tick);
  };
  tick();

  return {
    cluster,
    silenceOf: (key) => silences?.of(idOf(key)),
    silencer:
      silences && alertmanager?.writesSilences
        ? {
            matchers: (key) =>
              silenceMatchers(key === undefined ? undefined : idOf(key), cluster)
                .map(({ name, value }) => `${name}=${JSON.stringify(value)}`)
                .join(' '),
            async add(key, silence) {
              await silences.add(key === undefined ? undefined : idOf(key), silence);
              silences.update();
            },
          }
        : undefined,
    facts: () => ({
      members: manager?.status() ?? [],
      silences: silences?.status,
      messages: options.outbox()?.list(MOST_LISTED),
    }),
    async close() {
      cancel();
      offTriage();
      for (const office of offices) await office.close();
      await manager?.settled();
      await Promise.all((alertmanager?.members ?? []).map((member) => member.close()));
    },
  };
}
