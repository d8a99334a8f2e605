/**
 * The result of a write, in the four ways that a user must distinguish. `warning` says what else went wrong, such
 * as an audit that could not be written; it does not change the result.
 */
export type Outcome<T> =
  | {
      readonly kind: 'ok';
      readonly value: T;
      readonly message: string;
      /** Values in the response that cannot be read again, by label; shown until the user closes them. */
      readonly details?: readonly (readonly [label: string, value: string])[] | undefined;
      readonly warning?: string | undefined;
      /** The whole response, if the server gives it only once (A2, A14, B1). It may contain secrets. */
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
  /** Certainly not applied: it did not reach the server, or failed before. */
  | { readonly kind: 'failed'; readonly message: string; readonly warning?: string | undefined }
  /** Sent, but there was no readable response: it may have taken effect. Never repeated automatically. */
  | {
      readonly kind: 'unknown';
      readonly message: string;
      readonly howToFindOut: string;
      readonly warning?: string | undefined;
      /** The whole response, if there was one: it may contain secrets that are given only once. */
      readonly answer?: string | undefined;
    };

/** castwatch's message about a write, with the server's own `message` if there is one. */
export function withServerWords(words: string, message: string | undefined): string {
  return message === undefined || message === '' ? words : `${words} The server says: ${message}`;
}
