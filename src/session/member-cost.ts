import type { Clock } from '../base/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../base/durations.ts';
import { bytes, count } from '../base/format.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { Monitor } from '../polling/create-monitor.ts';

/** What one cluster of several may cost while it is not looked at; past that it is paused. */
const memberCaps = {
  bytesPerMinute: 64 * 1024 * 1024,
  /** CPU time of judging what it sent, ms: that of a cluster of 3,000 streams is a tenth of this. */
  cpuPerMinute: 15_000,
  /** Streams, applications and servers in memory. */
  items: 50_000,
};
export type MemberCaps = Partial<typeof memberCaps>;
/** Where nobody is there to go on, a pause ends after this time, ms. */
const PAUSE_MS = 5 * MINUTE_MS;

interface Capped {
  readonly clock: Clock;
  readonly monitor: Pick<Monitor, 'pause' | 'resume'>;
  readonly caps: MemberCaps | undefined;
  /** Nobody can press a key: each pause is told, and ends by itself. */
  readonly tell: ((words: string) => void) | undefined;
}

/** Keeps one cluster of several from taking more than its share of this program. */
export class MemberCost {
  /** Why it is not polled, as a sentence. */
  paused: string | undefined;
  onChange = () => {};
  readonly #capped: Capped;
  readonly #caps: typeof memberCaps;
  #isLookedAt = false;
  #minute = { since: Number.NEGATIVE_INFINITY, bytes: 0, cpu: 0 };
  /** Ends its timer. */
  cancel = () => {};

  constructor(capped: Capped) {
    this.#capped = capped;
    this.#caps = { ...memberCaps, ...capped.caps };
  }

  /** The user looks at what an open cluster sends; only others must not take more than their share. */
  look(isLookedAt: boolean): void {
    this.#isLookedAt = isLookedAt;
    if (isLookedAt) this.goOn();
  }

  /** Ends a pause; the caps count from zero again. */
  goOn(): void {
    this.#minute = { since: this.#capped.clock.monotonic(), bytes: 0, cpu: 0 };
    if (this.paused === undefined) return;
    this.cancel();
    this.paused = undefined;
    this.#capped.monitor.resume();
    this.onChange();
  }

  /** Counts bytes that came. */
  count(received: number): void {
    const { bytesPerMinute: most } = this.#caps;
    const sum = this.#add('bytes', received);
    if (sum > most) this.#pause(`it sent ${bytes(sum)} within a minute, more than ${bytes(most)}`);
  }

  /** Judges what came, and counts what that takes. */
  judge(state: ClusterState, step: (state: ClusterState) => void): void {
    const before = process.threadCpuUsage();
    step(state);
    const { user, system } = process.threadCpuUsage(before);
    const { cpuPerMinute: most, items } = this.#caps;
    const { streamSweep, applicationSweep, servers } = state;
    const swept = (streamSweep.value?.items.size ?? 0) + (applicationSweep.value?.items.size ?? 0);
    const held = swept + servers.length;
    if (held > items) this.#pause(`it has ${count(held)} objects, more than ${count(items)}`);
    if (this.#add('cpu', (user + system) / 1_000) > most)
      this.#pause(`judging it takes more than ${most / SECOND_MS} s of CPU time a minute`);
  }

  #add(what: 'bytes' | 'cpu', amount: number): number {
    const since = this.#capped.clock.monotonic();
    if (since - this.#minute.since >= MINUTE_MS) this.#minute = { since, bytes: 0, cpu: 0 };
    this.#minute[what] += amount;
    return this.#minute[what];
  }

  #pause(why: string): void {
    if (this.#isLookedAt || this.paused !== undefined) return;
    const { clock, monitor, tell } = this.#capped;
    this.paused = `paused: ${why}; ${tell ? `goes on in ${PAUSE_MS / MINUTE_MS} minutes` : 'Enter or r goes on'}`;
    monitor.pause();
    tell?.(this.paused);
    if (tell) this.cancel = clock.after(PAUSE_MS, () => this.goOn());
    this.onChange();
  }
}
