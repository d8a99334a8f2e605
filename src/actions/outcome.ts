/** One field that was sent, and what the answer has for it. */
export interface Compared {
  /** Its name in the request. */
  readonly field: string;
  readonly sent: unknown;
  /** Undefined if the answer does not carry it. Of a secret it only says whether it is another one. */
  readonly answered: unknown;
  readonly verdict: 'same' | 'masked' | 'other' | 'missing';
}

interface Told {
  readonly message: string;
  /** Of the answer; undefined if none came. */
  readonly status?: number | undefined;
  /** What else went wrong, such as an audit that could not be written; it does not change the result. */
  readonly warning?: string | undefined;
  /** The whole answer, if the server gives it only once (A2, A14, B1). It may contain secrets. */
  readonly answer?: string | undefined;
}

interface Answered extends Told {
  /** Each field that was sent, beside what the answer has for it. */
  readonly compared?: readonly Compared[] | undefined;
  /** Values in the answer that cannot be read again, by label; shown until the user closes them. */
  readonly details?: readonly (readonly [label: string, value: string])[] | undefined;
}

/**
 * The result of a write: what its answer proves. `differs`: the answer has other values than were sent. `unknown`: it
 * may have happened, because there is no answer, or it does not tell. `refused`: it was not done; without a status it
 * was never sent. None is repeated automatically.
 */
export type Outcome<T> =
  | (Answered & { readonly kind: 'confirmed'; readonly value: T })
  | (Answered & ReadBack<T> & { readonly kind: 'differs'; readonly value: T })
  | (Answered &
      ReadBack<T> & {
        readonly kind: 'unknown';
        readonly value?: T | undefined;
        readonly howToFindOut: string;
      })
  | (Told & {
      readonly kind: 'refused';
      /** Messages by field (`errors.attributes.<field>` of the response). */
      readonly fields: Readonly<Record<string, readonly string[]>>;
    });

interface ReadBack<T> {
  /** Reads what holds now, by a request that changes nothing, and compares it with what was sent. */
  readonly readBack?: ((signal?: AbortSignal) => Promise<Outcome<T>>) | undefined;
}

/** The outcome with the way to look again, where its answer left something open. */
export function withReadBack<T>(outcome: Outcome<T>, readBack: () => Promise<Outcome<T>>): Outcome<T> {
  return outcome.kind === 'differs' || outcome.kind === 'unknown' ? { ...outcome, readBack } : outcome;
}

/** Two warnings as one. */
export function joinWarnings(...warnings: readonly (string | undefined)[]): string | undefined {
  const found = warnings.filter((warning) => warning !== undefined);
  return found.length === 0 ? undefined : found.join(' ');
}
