import { inspect } from 'node:util';

const SHOWN = '[secret]';

/** A password or key. Printed, logged or converted to JSON it is `[secret]`; only `reveal` returns its value. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The secret itself, for the code that sends it. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [inspect.custom](): string {
    return SHOWN;
  }
}

/** Where a secret comes from. `prompt` asks the user. */
export type SecretSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'command'; readonly command: string | readonly string[] }
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'prompt' };
