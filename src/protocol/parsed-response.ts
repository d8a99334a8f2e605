/** What a response did not say in a way that can be read: a field, or an item of a list. */
export interface Unreadable {
  /** Where it is in the response, such as `data.topology.3.serverStats.cpuUsage`. */
  readonly path: string;
  readonly reason: string;
  /** An item of a list that was left out because its identity cannot be read. */
  readonly item: boolean;
}

/** A name or id that several items of a response have; each was given one of its own. Grades of one name are added. */
export interface SharedName {
  readonly kind: 'server' | 'stream id' | 'application' | 'group' | 'grade';
  readonly name: string;
}

/** The content of one response: the value, and what of it could not be read. */
export interface Parsed<T> {
  readonly value: T;
  readonly unreadable: readonly Unreadable[];
}

/** A parsed body with the moment at which the server made it. */
export interface ParsedResponse<T> extends Parsed<T> {
  /** `meta.generatedAt`, Unix ms by the server's clock. */
  readonly generatedAt: number | undefined;
  readonly shared?: readonly SharedName[] | undefined;
  /** `meta.executionTime`: how long the server took, ms. */
  readonly executionTime?: number | undefined;
}
