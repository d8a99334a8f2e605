import type { Clock } from '../../src/base/clock.ts';
import { sleep } from '../../src/base/clock.ts';
import type { ApiResponse, PageQuery } from '../../src/http/api.ts';
import { HttpError } from '../../src/http/errors.ts';
import type { ManagementApi } from '../../src/http/management.ts';
import type { Application } from '../../src/protocol/application.ts';
import type { Dashboard } from '../../src/protocol/dashboard.ts';
import type { JournalEntry } from '../../src/protocol/journal.ts';
import type { Unreadable } from '../../src/protocol/parsed-response.ts';
import type { Stream } from '../../src/protocol/stream.ts';
import type { Server } from '../../src/protocol/topology.ts';
import { usualPage } from './odd/cluster.ts';

export interface Call {
  readonly name: keyof ManagementApi;
  readonly at: number;
  readonly input: unknown;
}

/** A management API in memory: the cluster, its failures, and the requests so far. */
export class FakeApi {
  readonly calls: Call[] = [];
  readonly #clock: Clock;
  #underWay = new Map<string, number>();
  /** The greatest number of simultaneous requests to one endpoint. */
  mostAtOnce = 0;
  /** Time from request to answer, ms. */
  latency = 10;
  servers: Server[] = [{ serverName: 'a', serverStats: { cpuUsage: 1 } }];
  /** Whether the dashboard contains the servers, too. */
  dashboardHasServers = true;
  viewers = 5;
  streams: Stream[] = [];
  applications: Application[] = [];
  journal: JournalEntry[] = [];
  mostRows = 1_000;
  /** Rows of each page, however many are requested. */
  rowsAnyway: number | undefined;
  tooMany: 'refused' | 'gives fewer' = 'refused';
  /** The server's clock minus ours, ms. */
  clockOffset = 0;
  /** Whether its pages tell the number of items. */
  countsItems = true;
  /** Whether a batch tells which ids were not found. */
  namesMissing = true;
  unreadable: Unreadable[] = [];
  /** Throws the failure of a request. */
  fault: (call: Call) => void = () => undefined;
  sorts = true;
  /** How the journal treats a requested order, and its order without one. */
  journalOrder: 'asked' | 'ignored' | 'refused' = 'asked';
  journalUnasked: 'asc' | 'desc' = 'desc';
  /** The date of the newest entry that the journal reports, if not the real one; null reports none. */
  lastTimestamp: number | null | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  count(name: keyof ManagementApi): number {
    return this.calls.filter((call) => call.name === name).length;
  }

  /** Entries as the server writes them, newest first. */
  write(count: number): void {
    for (let index = 0; index < count; index++) {
      const id = Number(this.journal[0]?.id ?? 0) + 1;
      this.journal.unshift({ id, createDate: this.#clock.now() });
    }
  }

  async #answer<T>(
    name: keyof ManagementApi,
    input: unknown,
    signal: AbortSignal | undefined,
    value: () => T,
  ) {
    const call = { name, at: this.#clock.monotonic(), input };
    this.calls.push(call);
    const underWay = (this.#underWay.get(name) ?? 0) + 1;
    this.#underWay.set(name, underWay);
    this.mostAtOnce = Math.max(this.mostAtOnce, underWay);
    try {
      await sleep(this.#clock, this.latency, signal);
      this.fault(call);
      const answer: ApiResponse<T> = {
        value: value(),
        unreadable: this.unreadable,
        message: undefined,
        generatedAt: this.#clock.now() + this.clockOffset,
        status: 200,
        bytes: 100,
        duration: this.latency,
      };
      return answer;
    } finally {
      this.#underWay.set(name, (this.#underWay.get(name) ?? 1) - 1);
    }
  }

  #page<T>(list: readonly T[], query: PageQuery) {
    const rows = this.rowsAnyway ?? Math.min(query.rowsPerPage ?? 10, this.mostRows);
    const page = query.page ?? 1;
    if (rows < (query.rowsPerPage ?? 10) && this.tooMany === 'refused')
      throw new HttpError(400, 'rowsPerPage is too large', {});
    const { totalItems, totalPages, ...told } = structuredClone(usualPage(list, page, rows));
    return { ...told, ...(this.countsItems && { totalItems, totalPages }) };
  }

  #journalIn({ orderBy, order }: PageQuery): readonly JournalEntry[] {
    if (orderBy !== undefined && this.journalOrder === 'refused')
      throw new HttpError(400, 'orderBy is not supported', {});
    const asked = orderBy !== undefined && this.journalOrder === 'asked';
    return (asked ? order : this.journalUnasked) === 'asc' ? this.journal.toReversed() : this.journal;
  }

  #sorted(query: PageQuery): readonly Stream[] {
    const { orderBy, order } = query;
    if (orderBy === undefined || !this.sorts) return this.streams;
    const value = (stream: Stream) => Number((stream as Record<string, unknown>)[orderBy] ?? 0);
    return this.streams.toSorted((a, b) => (value(a) - value(b)) * (order === 'desc' ? -1 : 1));
  }

  /** The API as the pollers use it. Writes are refused, because no poller may send one. */
  get api(): ManagementApi {
    const dashboard = (): Dashboard => ({
      viewersStats: { total: { value: this.viewers, limit: null } },
      topology: this.dashboardHasServers ? structuredClone(this.servers) : undefined,
    });
    const batch = (ids: readonly string[]) => ({
      found: this.streams.filter((stream) => ids.includes(stream.id)),
      notFound: this.namesMissing
        ? ids.filter((id) => !this.streams.some((stream) => stream.id === id))
        : undefined,
    });
    const refuse = () => Promise.reject(new Error('a poller must not write'));
    return {
      dashboard: (options) => this.#answer('dashboard', {}, options?.signal, dashboard),
      topology: (options) =>
        this.#answer('topology', {}, options?.signal, () => ({
          topology: structuredClone(this.servers),
          mockupEnabled: false,
        })),
      journal: (query, options) =>
        this.#answer('journal', query, options?.signal, () => ({
          ...this.#page(this.#journalIn(query), query),
          lastTimestamp: this.lastTimestamp === undefined ? this.journal[0]?.createDate : this.lastTimestamp,
        })),
      streams: (query, options) =>
        this.#answer('streams', query, options?.signal, () => this.#page(this.#sorted(query), query)),
      applications: (query, options) =>
        this.#answer('applications', query, options?.signal, () => this.#page(this.applications, query)),
      streamBatch: (ids, options) => this.#answer('streamBatch', ids, options?.signal, () => batch(ids)),
      applicationBatch: (names, options) =>
        this.#answer('applicationBatch', names, options?.signal, () => ({
          found: this.applications.filter(({ name }) => names.includes(name)),
          notFound: names.filter((name) => !this.applications.some((each) => each.name === name)),
        })),
      viewerBatch: (ids, options) =>
        this.#answer('viewerBatch', ids, options?.signal, () => ({ found: [], notFound: [...ids] })),
      createUser: refuse,
      updateUser: refuse,
      deleteUser: refuse,
      transcodeSettings: refuse,
      replaceLicense: refuse,
    };
  }
}
