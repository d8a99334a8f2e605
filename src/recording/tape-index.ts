import { firstIndex } from '../base/first-index.ts';
import type { EndpointName } from '../protocol/endpoints.ts';
import type { ListedEntry } from './frame.ts';

/** An entry, and the number of its frame. */
export interface Position extends ListedEntry {
  readonly frame: number;
}

/** Index of the entries by request, in order of time. Contains no bodies. */
export class TapeIndex {
  readonly #byRequest = new Map<string, Position[]>();
  /** Keys of lists that are not sorted by time yet. */
  readonly #unsorted = new Set<string>();

  add(frame: number, entries: readonly ListedEntry[]): void {
    for (const entry of entries) {
      const key = keyOf(entry.endpoint, entry.path, entry.code !== undefined);
      const list = this.#byRequest.get(key) ?? [];
      this.#byRequest.set(key, list);
      // Responses that overtook each other are rare, so lists are sorted once, when needed.
      if (entry.at < (list.at(-1)?.at ?? entry.at)) this.#unsorted.add(key);
      list.push({ ...entry, frame });
    }
  }

  /** The latest entry for this request at or before `at`: the response, or a later failure of this endpoint. */
  latest(endpoint: EndpointName, path: string, at: number): Position | undefined {
    return later(...this.#lists(endpoint, path).map((list) => list[upTo(list, at) - 1]));
  }

  /** The first entry for this request after `at`. */
  next(endpoint: EndpointName, path: string, at: number): Position | undefined {
    const [response, failure] = this.#lists(endpoint, path).map((list) => list[upTo(list, at)]);
    return response && failure && failure.at < response.at ? failure : (response ?? failure);
  }

  /**
   * The latest response at or before `at` for the same page of the same list with another order or page size. A
   * server may choose both by itself, but not the filter.
   */
  alike(endpoint: EndpointName, path: string, at: number): Position | undefined {
    const [base, wanted] = essence(path);
    const start = keyOf(endpoint, `${base}?`, false);
    const found: (Position | undefined)[] = [];
    for (const key of this.#byRequest.keys()) {
      if (!key.startsWith(start)) continue;
      const list = this.#list(key);
      const [, query] = essence(key.slice(start.length - base.length - 1));
      if (query === wanted) found.push(list[upTo(list, at) - 1]);
    }
    return later(...found);
  }

  /** A failure has only its path, so it counts for every query of that path that was ever answered. */
  #lists(endpoint: EndpointName, path: string): [Position[], Position[]] {
    const failures = this.#list(keyOf(endpoint, path.split('?', 1)[0] ?? '', true));
    return [this.#list(keyOf(endpoint, path, false)), failures];
  }

  #list(key: string): Position[] {
    const list = this.#byRequest.get(key) ?? [];
    if (this.#unsorted.delete(key)) list.sort((a, b) => a.at - b.at);
    return list;
  }
}

/** A path with the parameters that decide which items are returned. */
function essence(path: string): [base: string, query: string] {
  const [base = '', query = ''] = path.split('?', 2);
  const parameters = new URLSearchParams(query);
  for (const name of ['orderBy', 'order', 'rowsPerPage']) parameters.delete(name);
  if (!parameters.has('page')) parameters.set('page', '1');
  parameters.sort();
  return [base, parameters.toString()];
}

function keyOf(endpoint: EndpointName, path: string, failed: boolean): string {
  return `${failed ? '!' : ' '}${endpoint} ${path}`;
}

/** Number of positions at or before `at`. */
function upTo(list: readonly Position[], at: number): number {
  return firstIndex(list.length, (index) => (list[index]?.at ?? 0) > at);
}

function later(...positions: (Position | undefined)[]): Position | undefined {
  return positions.reduce((a, b) => {
    if (!a || !b) return a ?? b;
    return b.at > a.at ? b : a;
  }, undefined);
}
