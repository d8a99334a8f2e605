/** A part of a response that cannot be read: a field, or an item of a list. */
export interface Unreadable {
  /** Its path in the response, such as `data.topology.3.serverStats.cpuUsage`. */
  readonly path: string;
  readonly reason: string;
  /** An item of a list that was dropped because its identity cannot be read. */
  readonly item: boolean;
  /** Number of further values of the same field that are not listed one by one. */
  readonly more?: number | undefined;
}

/** The path of a field, with `*` for each index: `data.topology.*.serverStats.cpuUsage`. */
export function fieldPath(path: string): string {
  return path.replace(/\.\d+(?=\.|$)/g, '.*');
}

/** How many values could not be read. */
export function unreadableNumber(unreadable: readonly Unreadable[]): number {
  return unreadable.reduce((sum, { more = 0 }) => sum + 1 + more, 0);
}

/** How many items of lists were left out, because they cannot be told from each other. */
export function itemsLeftOut(unreadable: readonly Unreadable[]): number {
  return unreadableNumber(unreadable.filter(({ item }) => item));
}

/**
 * A name or id that several items of a response share; each was given a distinct one. Grades with the same name are
 * added.
 */
export interface SharedName {
  readonly kind: 'server' | 'stream id' | 'application' | 'group' | 'grade';
  readonly name: string;
}

/** The content of one response: the value, and the parts that could not be read. */
export interface Parsed<T> {
  readonly value: T;
  readonly unreadable: readonly Unreadable[];
}

/** A parsed body with the time at which the server made it. */
export interface ParsedResponse<T> extends Parsed<T> {
  /** `meta.generatedAt`, Unix ms by the server's clock. */
  readonly generatedAt: number | undefined;
  readonly shared?: readonly SharedName[] | undefined;
  /** `meta.executionTime`: how long the server took, ms. */
  readonly executionTime?: number | undefined;
}
