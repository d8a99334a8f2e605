/** One request as the server received it. */
export interface RequestLogEntry {
  /** Unix milliseconds on the simulator's clock. */
  readonly at: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** 0: not answered yet, or never. */
  status: number;
}

const MAX_REQUESTS = 20_000;

/** The last requests, oldest first. */
export class RequestLog {
  readonly entries: RequestLogEntry[] = [];

  add(at: number, method: string, url: string): RequestLogEntry {
    const entry = { at, method, path: url.split('?', 1)[0] ?? url, status: 0 };
    this.entries.push(entry);
    if (this.entries.length > MAX_REQUESTS) this.entries.splice(0, MAX_REQUESTS / 2);
    return entry;
  }
}
