import { boundedText } from '../base/safe-text.ts';

/** The content of an error body of either interface. */
export interface ErrorBody {
  readonly message: string | undefined;
  /** `errors.attributes`: messages by field. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

const MAX_FIELDS = 50;
const MAX_MESSAGES = 20;
const MAX_TEXT_CHARACTERS = 4096;

/**
 * Reads `message` and `errors.attributes` independently, so that an invalid field does not cost the message. The
 * messages of a field are a list; a text, or an object with texts as members, is accepted as well.
 */
export function readErrorBody(json: unknown): ErrorBody {
  const attributes = member(member(json, 'errors'), 'attributes');
  const fields: Record<string, readonly string[]> = {};
  if (typeof attributes === 'object' && attributes !== null && !Array.isArray(attributes)) {
    for (const [name, value] of Object.entries(attributes).slice(0, MAX_FIELDS)) {
      const messages = textsOf(value);
      if (messages.length > 0) fields[name] = messages;
    }
  }
  const message = textsOf(member(json, 'message')).join('; ');
  return { message: message === '' ? undefined : message, fields };
}

function textsOf(value: unknown): string[] {
  const found = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  return found
    .slice(0, MAX_MESSAGES)
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .map((part) => boundedText(String(part), MAX_TEXT_CHARACTERS));
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
