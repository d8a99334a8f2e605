import type { Parsed } from './read.ts';

/** A parsed body with the moment at which the server made it. */
export interface ParsedResponse<T> extends Parsed<T> {
  /** `meta.generatedAt`, Unix ms by the server's clock. */
  readonly generatedAt: number | undefined;
}
