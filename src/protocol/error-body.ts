import { boundedText } from '../base/safe-text.ts';

/** The content of an error body of either interface. */
export interface ErrorBody {
  readonly message: string | undefined;
  /** `errors.attributes`: messages by field. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

const MAX_FIELDS = 50;
const MAX_MESSAGES = 20;
const MAX_LEVELS = 4;
const MAX_TEXT_CHARACTERS = 4096;

/**
 * Reads `message` and `errors.attributes` independently, so that an invalid field does not cost the message. The
 * messages of a field are a list; a text, or an object with texts as members, is accepted as well. Without a
 * `message`, the texts of `error` or `errors` replace it.
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
  const message = ['message', 'error', 'errors'].map((name) => textsOf(member(json, name)).join('; '));
  return { message: message.find((words) => words !== ''), fields };
}

/** Whether the body of a response reports a failure, whatever its status. Empty `errors` are none. */
export function reportsFailure(json: unknown): boolean {
  const success = member(json, 'success');
  return (
    success === false ||
    success === 'false' ||
    success === 0 ||
    isFilled(member(json, 'errors')) ||
    isFilled(member(json, 'error'))
  );
}

function isFilled(value: unknown, levels = MAX_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value);
  return levels === 0 || Object.values(value).some((part) => isFilled(part, levels - 1));
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
