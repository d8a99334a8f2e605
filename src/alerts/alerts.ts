import type { Clock } from '../base/clock.ts';
import { SECOND_MS } from '../base/durations.ts';
import type { Readable } from '../base/readable.ts';
import { errorMessage } from '../base/system-error.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { Outbox } from '../history/outbox.ts';
import type { TriageState } from '../triage/engine.ts';
import { incidentId } from '../triage/incidents/incident-id.ts';
import type { Silencer } from '../triage/silenced.ts';
import type { AlertFacts } from '../views/settings/alerts.ts';
import { type AlertmanagerOptions, createAlertmanager, standingAlerts } from './alertmanager.ts';
import { type FollowedIncident, followIncidents } from './follow.ts';
import { createAlertMaker, type IncidentAlert, type WatchedCluster } from './incident-alert.ts';
import { createPostOffice, type NamedWay, type PostOffice } from './post-office.ts';
import { createSilences, silenceMatchers } from './silences.ts';
import type { Turn } from './turn.ts';

export interface AlertsOptions {
  readonly cluster: WatchedCluster;
  readonly clock: Clock;
  readonly store: Readable<ClusterState>;
  readonly triage: Readable<TriageState>;
  readonly alertmanager:
    | (Omit<AlertmanagerOptions, 'cluster' | 'clock'> & {
        /** False for a monitor that only reads silences. */
        readonly isSent: boolean;
        readonly readsSilences: boolean;
        readonly writesSilences: boolean;
      })
    | undefined;
  readonly ways: readonly NamedWay[];
  /** What outlives this program of its messages; undefined while the history is not open. */
  readonly outbox: () => Outbox | undefined;
  /** Whether the command and the webhook are called by this program. */
  readonly turn: Turn;
  readonly onSilences: () => void;
  readonly log: (line: string) => void;
}

/** Incidents are looked at again after this time, also if nothing changed: holds and repeats end by time. */
const LOOK_EVERY_MS = 5 * SECOND_MS;

/** A history that is not open after this time is not waited for: what the last program sent is not known then, ms. */
const RECALL_WITHIN_MS = 10 * SECOND_MS;

/** Without a look, or without an outcome of any poll, for this long castwatch is stuck, ms. */
const STUCK_MS = 90 * SECOND_MS;

/** Messages that `:alerts` lists. */
const MOST_LISTED = 100;

export type Alerts = ReturnType<typeof createAlerts>;

/** Follows the incidents of a watched cluster and sends them by all ways, until it is closed. */
export function createAlerts(options: AlertsOptions) {
  const { cluster, clock, store, triage, alertmanager, turn, log } = options;
  const isOurs = () => turn.isOurs();
  const untold = () => offices.flatMap((office) => office.untold());
  const openOffices = (): readonly PostOffice[] =>
    options.ways.map((way) =>
      createPostOffice({ ...way, cluster, state: store.getState, clock, isOurs, untold, log }),
    );
  let offices = openOffices();
  const manager =
    alertmanager?.isSent === true ? createAlertmanager({ ...alertmanager, cluster, clock }) : undefined;
  const silences =
    alertmanager?.readsSilences === true
      ? createSilences({ ...alertmanager, cluster, clock, onChange: options.onSilences })
      : undefined;
  const alertsOf = createAlertMaker(cluster);
  let followed: readonly FollowedIncident[] = [];
  /** When the turn of this program began, by the monotonic clock. */
  let turnSince: number | undefined;
  let isRecalled = false;
  let isSending = false;
  let leaving: Promise<void> | undefined;
  let failure = '';
  /** The last complete look, and the last outcome of a poll, good or bad, by the monotonic clock. */
  let lookedAt = Number.NEGATIVE_INFINITY;
  let polledAt = clock.monotonic();

  /** Incidents that were sent before keep their ids; those that were sent from memory meanwhile come first. */
  const recall = (outbox: Outbox, current: readonly IncidentAlert[]) => {
    const told = offices.flatMap((office) => office.recall(outbox));
    isRecalled = true;
    const before = isSending ? [...told, ...followed] : told;
    const byId = new Map(before.map((one) => [one.alert.id, one]));
    followed = followIncidents([...byId.values()], current, clock.now());
  };
  /** The outbox, if it can be used; messages leave also without it. */
  const openOutbox = (current: readonly IncidentAlert[]): Outbox | undefined => {
    try {
      const outbox = options.outbox();
      if (outbox && !isRecalled) recall(outbox, current);
      return outbox;
    } catch {
      // The history itself reports why.
      return undefined;
    }
  };
  const leave = async () => {
    await Promise.all(offices.map((office) => office.close()));
    turn.giveUp();
    // What was sent here is forgotten: another program sends from now on.
    offices = openOffices();
    turnSince = undefined;
    isRecalled = false;
    isSending = false;
    leaving = undefined;
  };
  const page = (current: readonly IncidentAlert[]) => {
    if (leaving) return;
    if (!turn.isOurs()) {
      if (turnSince !== undefined) leaving = leave();
      return;
    }
    turnSince ??= clock.monotonic();
    const outbox = openOutbox(current);
    if (!isRecalled && clock.monotonic() - turnSince < RECALL_WITHIN_MS) return;
    isSending = true;
    for (const office of offices) office.update(followed, isRecalled ? outbox : undefined);
  };
  /** Why castwatch does not look, or what it cannot tell; empty if all is well. A cluster without an answer is an incident. */
  const trouble = () => {
    const isStuck = clock.monotonic() - Math.min(lookedAt, polledAt) >= STUCK_MS;
    if (isStuck) return failure === '' ? 'the cluster is not looked at' : `nothing can be sent: ${failure}`;
    return untold().length > 0 ? 'messages could not be told for ten minutes' : '';
  };
  const look = () => {
    const { since, problems } = triage.getState();
    silences?.update();
    // Before the first step nothing is known, which is not the same as nothing is wrong.
    if (since === undefined) return;
    const current = alertsOf(problems, store.getState());
    followed = followIncidents(followed, current, clock.now());
    manager?.update(followed, trouble() === '');
    if (offices.length > 0) page(current);
    lookedAt = clock.monotonic();
  };
  const attempt = () => {
    try {
      look();
      failure = '';
    } catch (error) {
      // It is tried again, and reported once.
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
  const listed = () => {
    const unstored = offices.flatMap((office) => office.unstored());
    const ids = new Set(unstored.map(({ id }) => id));
    const stored = options.outbox()?.list(MOST_LISTED);
    if (!stored && unstored.length === 0) return undefined;
    return [
      ...unstored.toReversed().map((message) => ({ ...message, isUnstored: true })),
      ...(stored ?? []).filter(({ id }) => !ids.has(id)),
    ].slice(0, MOST_LISTED);
  };
  const offTriage = triage.subscribe(attempt);
  const offStore = store.subscribe(() => {
    polledAt = clock.monotonic();
  });
  let cancel = () => {};
  const tick = () => {
    attempt();
    cancel = clock.after(LOOK_EVERY_MS, tick);
  };
  tick();

  return {
    cluster,
    /** The silence of a problem's incident; undefined if there is none. */
    silenceOf: (key: string) => silences?.of(idOf(key)),
    /** The alerts of now, worst first, without those of planned work. */
    standing: () => standingAlerts(followed, clock.now()),
    /** Writes silences; undefined without an Alertmanager, or if nothing may be written. */
    silencer:
      silences && alertmanager?.writesSilences
        ? ({
            matchers: (key) =>
              silenceMatchers(key === undefined ? undefined : idOf(key), cluster)
                .map(({ name, value }) => `${name}=${JSON.stringify(value)}`)
                .join(' '),
            async add(key, silence) {
              await silences.add(key === undefined ? undefined : idOf(key), silence);
              silences.update();
            },
          } satisfies Silencer)
        : undefined,
    /** What was sent, to whom, and what failed. */
    facts: (): AlertFacts => ({
      members: manager?.status() ?? [],
      silences: silences?.status,
      messages: listed(),
      untold: untold(),
    }),
    /** Why nobody would hear of an incident of this cluster now; empty if somebody would. Undefined while another program sends. */
    whyMute() {
      const errors = (manager?.status() ?? []).map(({ error }) => error);
      const why = trouble() || (errors.every((error) => error !== undefined) && errors[0]) || '';
      if (why !== '') return `${cluster.name}: ${why}`;
      return offices.length > 0 && turnSince === undefined ? undefined : '';
    },
    async close() {
      cancel();
      offTriage();
      offStore();
      const closed = offices.map((office) => office.close());
      await Promise.all(options.ways.map(({ way }) => way.close()));
      await Promise.all(closed);
      await leaving;
      turn.giveUp();
      await manager?.settled();
      await Promise.all((alertmanager?.members ?? []).map((member) => member.close()));
    },
  };
}
