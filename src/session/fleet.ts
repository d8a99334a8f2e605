import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../base/durations.ts';
import { hasFirstRound } from '../cluster/resources.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { TriageState } from '../triage/engine.ts';
import { severityRank } from '../triage/rank.ts';
import type { ClusterSession } from './cluster-session.ts';

/** Pace of a cluster that is not looked at: dashboard and journal every 10 s, sweeps every 5 minutes. */
const IDLE_PACE = 5;
/** After a change for the worse, a cluster is polled at its usual pace for this long, ms. */
const ALERT_MS = MINUTE_MS;
/**
 * Its allowance of this, ms. It is used up while the cluster is polled at its usual pace, and comes back in the same time:
 * one whose problems keep changing is polled at its usual pace for half of the time at most.
 */
const ALLOWED_MS = 5 * MINUTE_MS;

/** One cluster of a fleet. Its session, limits, backoff and faults are its own. */
export interface FleetSession<Facts> {
  readonly name: string;
  readonly facts: Facts;
  readonly session: ClusterSession;
}

export interface FleetPart<Facts> {
  readonly name: string;
  readonly facts: Facts;
  readonly open: () => ClusterSession;
}

export type Fleet<Facts> = ReturnType<typeof openFleet<Facts>>;

/** The sessions of several clusters, side by side; nothing is sent before `start()`. Throws what opening one throws. */
export function openFleet<Facts>(parts: readonly FleetPart<Facts>[], clock: Clock) {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const members = parts.map((part) => new Member(part, { clock, tell }));
  return {
    members: members as readonly FleetSession<Facts>[],
    start() {
      for (const { session } of members) session.monitor.start();
    },
    /** The cluster that the user looks at; undefined while all are shown. It is polled at its usual pace. */
    look(name: string | undefined) {
      for (const member of members) member.look(member.name === name);
    },
    /** Polls all clusters now, also those that were paused because of their caps. */
    refresh() {
      for (const member of members) member.refresh();
    },
    /** Stops polling while the program is suspended (Ctrl-Z). */
    suspend() {
      for (const { session } of members) session.monitor.pause();
    },
    resume() {
      for (const { session } of members) if (!session.cost?.paused) session.monitor.resume();
    },
    /** Calls `listener` when problems or the login of a cluster changed, it first answered, or it was paused. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await Promise.all(members.map((member) => member.close()));
    },
  };
}

type Around = { readonly clock: Clock; readonly tell: () => void };

/** Time at the usual pace that was left at `at`, and how bad the cluster was at worst since the allowance was whole. */
interface Allowance {
  readonly left: number;
  /** Monotonic, ms. */
  readonly at: number;
  /** Rank of a severity. */
  readonly worst: number;
}

class Member<Facts> implements FleetSession<Facts> {
  readonly name: string;
  readonly facts: Facts;
  readonly session: ClusterSession;
  readonly #around: Around;
  readonly #usualPace: number;
  /** The pace that the user chose with `+` and `-` while the cluster was open. */
  #openPace: number;
  #isLookedAt = false;
  #signs: Signs = { connection: '', problems: new Map() };
  /** Everything has arrived or failed once; what is found with that is no change. */
  #isAnswered = false;
  #allowance: Allowance = { left: ALLOWED_MS, at: 0, worst: 0 };
  #cancelAlert: (() => void) | undefined;
  readonly #offs: readonly (() => void)[];

  constructor(part: FleetPart<Facts>, around: Around) {
    this.name = part.name;
    this.facts = part.facts;
    this.#around = around;
    this.session = part.open();
    const { monitor, store, triage, cost } = this.session;
    if (cost) cost.onChange = around.tell;
    this.#usualPace = monitor.pace;
    this.#openPace = monitor.pace;
    monitor.setPace(this.#usualPace * IDLE_PACE);
    this.#offs = [store.subscribe(() => this.#notice()), triage.subscribe(() => this.#notice())];
  }

  look(isLookedAt: boolean): void {
    if (isLookedAt === this.#isLookedAt) return;
    const { monitor, cost } = this.session;
    this.#isLookedAt = isLookedAt;
    cost?.look(isLookedAt);
    if (isLookedAt) {
      monitor.setPace(this.#openPace);
    } else {
      this.#openPace = monitor.pace;
      this.#setIdlePace();
    }
  }

  refresh(): void {
    this.session.cost?.goOn();
    this.session.monitor.refresh();
  }

  async close(): Promise<void> {
    this.#cancelAlert?.();
    for (const off of this.#offs) off();
    await this.session.close();
  }

  #notice(): void {
    const state = this.session.store.getState();
    const [before, signs] = [this.#signs, signsOf(state, this.session.triage.getState())];
    if (isSame(before, signs)) return;
    const isFirst = !this.#isAnswered;
    this.#signs = signs;
    this.#isAnswered ||= hasFirstRound(state);
    if (!isFirst && isWorse(before, signs)) this.#hurry(Math.max(0, ...signs.problems.values()));
    this.#around.tell();
  }

  /** Something got worse: polls at the usual pace for some time, if the allowance is enough or it was never so bad. */
  #hurry(worst: number): void {
    const before = this.#account();
    const left = worst > before.worst ? ALLOWED_MS : before.left;
    this.#allowance = { ...before, left, worst: Math.max(worst, before.worst) };
    if (!this.#cancelAlert && left < ALERT_MS) return;
    this.#cancelAlert?.();
    this.#cancelAlert = this.#around.clock.after(Math.min(ALERT_MS, left), () => {
      this.#allowance = this.#account();
      this.#cancelAlert = undefined;
      this.#setIdlePace();
    });
    this.#setIdlePace();
  }

  #account(): Allowance {
    const now = this.#around.clock.monotonic();
    const { left, at, worst } = this.#allowance;
    if (this.#cancelAlert) return { left: Math.max(0, left - (now - at)), at: now, worst };
    const isWhole = left + now - at >= ALLOWED_MS;
    return isWhole ? { left: ALLOWED_MS, at: now, worst: 0 } : { left: left + now - at, at: now, worst };
  }

  /** While the cluster is open, its pace is the user's. */
  #setIdlePace(): void {
    if (this.#isLookedAt) return;
    this.session.monitor.setPace(this.#cancelAlert ? this.#usualPace : this.#usualPace * IDLE_PACE);
  }
}

/** What makes a cluster worth a look. */
interface Signs {
  /** The login, and whether the cluster answers. */
  readonly connection: string;
  /** Rank of the severity of each problem, by its key. */
  readonly problems: ReadonlyMap<string, number>;
}

function signsOf({ dashboard, session }: ClusterState, { problems }: TriageState): Signs {
  const answers = dashboard.error !== undefined || dashboard.value !== undefined;
  return {
    connection: [session.status, dashboard.error?.code ?? '', answers].join(' '),
    problems: new Map(problems.map(({ key, severity }) => [key, severityRank[severity]])),
  };
}

function isSame(before: Signs, now: Signs): boolean {
  if (before.connection !== now.connection || before.problems.size !== now.problems.size) return false;
  return now.problems.entries().every(([key, rank]) => before.problems.get(key) === rank);
}

/** A problem began or became more severe, or the connection changed. */
function isWorse(before: Signs, now: Signs): boolean {
  if (before.connection !== now.connection) return true;
  return now.problems.entries().some(([key, rank]) => rank > (before.problems.get(key) ?? -1));
}
