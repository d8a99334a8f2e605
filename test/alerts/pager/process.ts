import { createStore } from 'zustand/vanilla';
import { type Alerts, createAlerts } from '../../../src/alerts/alerts.ts';
import { createFileLock, createTurn } from '../../../src/alerts/turn.ts';
import { createWebhook } from '../../../src/alerts/webhook.ts';
import type { Clock } from '../../../src/base/clock.ts';
import type { AlertRules } from '../../../src/config/alerts.ts';
import { type HistoryDatabase, openDatabase } from '../../../src/history/database.ts';
import { createOutbox, type Outbox } from '../../../src/history/outbox.ts';
import type { Answer, Caller } from '../../../src/http/caller.ts';
import { noTriage, type TriageState } from '../../../src/triage/engine.ts';
import type { Problem } from '../../../src/triage/problem.ts';
import { defaultThresholds } from '../../../src/triage/thresholds.ts';
import { sampleState } from '../../support/sample-state.ts';
import { cluster } from '../rig.ts';

type DiskOperation = 'open' | 'recall' | 'keep' | 'lock';

/** What a process asks of the world around it. */
export interface Surroundings {
  readonly clock: Clock;
  readonly second: () => number;
  /** Where the history and the locks are. */
  readonly path: string;
  readonly rules: AlertRules;
  /** Whether the next operation of this kind fails. */
  disk(operation: DiskOperation): boolean;
  readonly receivers: readonly {
    readonly name: 'command' | 'webhook';
    receive(body: string, id: string): Promise<Answer>;
  }[];
  log(line: string): void;
}

/** One castwatch with all that sends messages, on a clock of its own: it can be ended and suspended at any moment. */
export interface SimulatedProcess {
  /** It runs, and is not suspended. */
  readonly isAwake: boolean;
  see(problems: readonly Problem[]): void;
  /** As `kill -STOP` and `kill -CONT`. */
  suspend(): void;
  resume(): void;
  /** As `kill -9`: nothing that was under way ends. */
  crash(): void;
  readonly alerts: Alerts;
}

export async function startProcess(
  isRecorder: boolean,
  skewMs: (second: number) => number,
  around: Surroundings,
): Promise<SimulatedProcess> {
  let isDead = false;
  let held: (() => void)[] | undefined;
  /** Runs what the operating system hands to the process: never after its end, and not while it is suspended. */
  const hand = (task: () => void) => {
    if (isDead) return;
    if (held) held.push(task);
    else task();
  };
  const clock: Clock = {
    now: () => around.clock.now() + skewMs(around.second()),
    monotonic: () => around.clock.monotonic(),
    after: (ms, task) => around.clock.after(ms, () => hand(task)),
  };
  const callerOf = (receive: (body: string, id: string) => Promise<Answer>): Caller => ({
    host: 'receiver.example.com',
    send: ({ body = '', headers = {} }) =>
      new Promise((resolve, reject) => {
        receive(body, headers['idempotency-key'] ?? '').then(
          (answer) => hand(() => resolve(answer)),
          (error) => hand(() => reject(error)),
        );
      }),
    close: async () => {},
  });
  let db: HistoryDatabase | undefined;
  const open = () => {
    if (db || isDead || around.disk('open')) return;
    openDatabase(around.path, { create: true }).then((opened) => {
      if (isDead || db) opened.close();
      else db = opened;
    });
  };
  const failing =
    <A extends unknown[], R>(operation: DiskOperation, work: (...args: A) => R) =>
    (...args: A): R => {
      if (around.disk(operation)) throw new Error('the disk fails');
      return work(...args);
    };
  const guarded = (own: Outbox): Outbox => ({
    ...own,
    recall: (way, schema) => failing('recall', () => own.recall(way, schema))(),
    waiting: failing('recall', own.waiting),
    keep: failing('keep', own.keep),
  });
  let outbox: Outbox | undefined;
  const turn = createTurn({
    path: around.path,
    isRecorder,
    clock,
    log: around.log,
    lockAt(path, own) {
      const lock = createFileLock(path, own);
      return { ...lock, take: failing('lock', lock.take) };
    },
  });
  const unsigned = { secret: undefined, routingKey: undefined };
  const triage = createStore<TriageState>(() => noTriage(defaultThresholds));
  const alerts = createAlerts({
    cluster,
    clock,
    store: createStore(() => sampleState()),
    triage,
    alertmanager: undefined,
    ways: around.receivers.map(({ name, receive }) => ({
      name,
      rules: around.rules,
      way: createWebhook({ caller: callerOf(receive), format: 'castwatch', ...unsigned, clock }),
    })),
    outbox() {
      open();
      outbox ??= db && guarded(createOutbox(db));
      return outbox;
    },
    turn,
    onSilences: () => {},
    log: around.log,
  });
  return {
    get isAwake() {
      return !isDead && !held;
    },
    see: (problems) =>
      hand(() => triage.setState({ ...noTriage(defaultThresholds), since: around.clock.now(), problems })),
    suspend() {
      held ??= [];
    },
    resume() {
      const tasks = held ?? [];
      held = undefined;
      for (const task of tasks) hand(task);
    },
    crash() {
      isDead = true;
      db?.close();
      turn.giveUp();
    },
    alerts,
  };
}
