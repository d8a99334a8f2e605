import { HOUR_MS } from '../base/durations.ts';
import {
  everydaySource,
  type JournalLine,
  type JournalSource,
  storySource,
  streamSource,
} from './journal-sources.ts';
import { hash } from './rng.ts';
import type { Viewers } from './viewers.ts';
import type { WorldView } from './world-view.ts';

/** One entry as the API returns it. */
export interface JournalEntry {
  readonly id: number;
  readonly objectName: string;
  readonly message: string;
  readonly threadName: string;
  readonly createDate: number;
}

/** An entry with its real time, ms after the world's start: its date may be wrong. */
interface Written {
  readonly at: number;
  readonly entry: JournalEntry;
}

/** The server keeps this many entries. */
const RETENTION_ENTRIES = 100_000;
/** The oldest entries are from an hour before the world's start. */
const PAST_MS = HOUR_MS;
/** Number of earlier entries, so that ids do not start at one. */
const ID_BASE = 184_200;
const CHUNKS_KEPT = 4_000;

const threads = ['cluster-io', 'netty-worker', 'scheduler', 'publisher-io', 'transcode-pool'];

/**
 * The cluster's journal, newest first. Entries are generated in chunks of time when they are read. Ids are the
 * number of earlier entries, so they do not depend on earlier requests.
 */
export class Journal {
  readonly #world: WorldView;
  readonly #sources: readonly JournalSource[];
  readonly #span: number;
  readonly #chunks = new Map<number, readonly Written[]>();
  #epoch = Number.NaN;
  #origin = 0;
  #sorted: { at: number; name: string; list: JournalEntry[] } | undefined;

  constructor(world: WorldView, viewers: Viewers) {
    this.#world = world;
    this.#sources = [
      everydaySource(world.model, viewers),
      streamSource(world.model),
      storySource(world.model),
    ];
    this.#span = world.model.scenario.journalRate > 50 ? 1_000 : 10_000;
  }

  /** Number of entries that can be read now. */
  get total(): number {
    return Math.min(RETENTION_ENTRIES, this.#written());
  }

  /** Unix ms of the newest entry; undefined if there is none yet. */
  get lastTimestamp(): number | undefined {
    return this.newest(0, 1)[0]?.createDate;
  }

  /** Newest first: `count` entries after the first `skip`. */
  newest(skip: number, count: number): JournalEntry[] {
    const wanted = Math.min(this.total, skip + count);
    const { elapsed } = this.#world;
    const list: JournalEntry[] = [];
    let index = Math.floor(elapsed / this.#span);
    for (
      const first = Math.floor(this.#first() / this.#span);
      index >= first && list.length < wanted;
      index--
    ) {
      for (const { at, entry } of this.#chunk(index)) if (at <= elapsed) list.push(entry);
    }
    return list.slice(skip, wanted);
  }

  /** Oldest first: `count` entries after the first `skip`. */
  oldest(skip: number, count: number): JournalEntry[] {
    const end = Math.max(0, this.total - skip);
    return this.newest(Math.max(0, end - count), Math.min(end, count)).reverse();
  }

  /** All entries that can be read, ordered by a field. Cached until the next entry. */
  ordered(field: keyof JournalEntry, descending: boolean): readonly JournalEntry[] {
    const name = `${field} ${descending} ${this.#epoch}`;
    const at = this.#written();
    if (this.#sorted?.at === at && this.#sorted.name === name) return this.#sorted.list;
    const sign = descending ? -1 : 1;
    const list = this.newest(0, RETENTION_ENTRIES).sort((a, b) => {
      const x = a[field];
      const y = b[field];
      if (x === y) return a.id - b.id;
      return x < y ? -sign : sign;
    });
    this.#sorted = { at, name, list };
    return list;
  }

  /** The time of the oldest entry. */
  #first(): number {
    return Math.max(-PAST_MS, Math.ceil(this.#world.model.epoch));
  }

  #before(ms: number): number {
    let sum = 0;
    for (const source of this.#sources) sum += source.before(ms);
    return sum;
  }

  #written(): number {
    this.#followRestart();
    return Math.max(0, this.#before(this.#world.now() - this.#world.model.startAt + 1) - this.#origin);
  }

  /** After a restart the journal is empty and ids start at one. */
  #followRestart(): void {
    if (Object.is(this.#epoch, this.#world.model.epoch)) return;
    this.#epoch = this.#world.model.epoch;
    this.#chunks.clear();
    this.#sorted = undefined;
    this.#origin = this.#before(this.#first());
  }

  /** The entries of one time span, newest first; of equal dates the highest id first. */
  #chunk(index: number): readonly Written[] {
    this.#followRestart();
    const known = this.#chunks.get(index);
    if (known) return known;
    const { seed, startAt, story } = this.#world.model;
    const from = Math.max(index * this.#span, this.#first());
    const lines: JournalLine[] = [];
    for (const source of this.#sources) lines.push(...source.lines(from, (index + 1) * this.#span));
    lines.sort((a, b) => a.at - b.at);
    const idBase = (this.#first() === -PAST_MS ? ID_BASE : 1) + this.#before(from) - this.#origin;
    const entries = lines.map((line, i): Written => {
      const bits = hash(seed, 73, idBase + i);
      const skew = story.skew?.object === line.objectName ? 1000 * story.skew.by : 0;
      const entry = {
        id: idBase + i,
        objectName: line.objectName,
        message: line.message,
        threadName: `${threads[bits % threads.length]}-${1 + ((bits >>> 8) % 8)}`,
        createDate: startAt + line.at + skew,
      };
      return { at: line.at, entry };
    });
    entries.sort((a, b) => b.at - a.at || b.entry.id - a.entry.id);
    if (this.#chunks.size >= CHUNKS_KEPT) this.#chunks.clear();
    this.#chunks.set(index, entries);
    return entries;
  }
}
