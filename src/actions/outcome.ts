/**
 * What became of a write, in the four ways that an operator must tell apart. `warning` says what else went wrong
 * beside it, such as an audit that could not be written; it changes nothing about the write itself.
 */
export type Outcome<T> =
  | {
      readonly kind: 'ok';
      readonly value: T;
      readonly message: string;
      /** Values of the response that cannot be read again, by label: shown until dismissed. */
      readonly details?: readonly (readonly [label: string, value: string])[] | undefined;
      readonly warning?: string | undefined;
      /** The answer as it came, where it is given only once (A2, A14, B1). It may hold secrets. */
      readonly answer?: string | undefined;
    }
  /** The server, or castwatch before sending, refused: nothing changed. */
  | {
      readonly kind: 'refused';
      readonly message: string;
      readonly status: number | undefined;
      /** Messages by field (`errors.attributes.<field>` of the response). */
      readonly fields: Readonly<Record<string, readonly string[]>>;
      readonly warning?: string | undefined;
    }
  /** Certainly not applied: it never reached the server, or failed before. */
  | { readonly kind: 'failed'; readonly message: string; readonly warning?: string | undefined }
  /** Sent, and no answer that can be read: it may have happened. Never repeated by itself. */
  | {
      readonly kind: 'unknown';
      readonly message: string;
      readonly howToFindOut: string;
      readonly warning?: string | undefined;
      /** The answer as it came, where one came: it may hold secrets that are given only once. */
      readonly answer?: string | undefined;
    };

/** What castwatch says of a write, and the server's own `message` where there is one. */
export function withServerWords(words: string, message: string | undefined): string {
  return message === undefined || message === '' ? words : `${words} The server says: ${message}`;
}
