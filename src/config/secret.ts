import { inspect } from 'node:util';
import { expandReadable } from './credentials.ts';
import type { SecretSetting } from './profile-schema.ts';

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

/** Where the secret of a setting is; paths are relative to the file of the configuration. */
export function sourceOf(
  setting: SecretSetting | undefined,
  path: string | undefined,
): SecretSource | undefined {
  if (setting?.file !== undefined) return { kind: 'file', path: expandReadable(setting.file, path) };
  if (setting?.command !== undefined) return { kind: 'command', command: setting.command };
  if (setting?.env !== undefined) return { kind: 'env', name: setting.env };
  return setting?.prompt ? { kind: 'prompt' } : undefined;
}
