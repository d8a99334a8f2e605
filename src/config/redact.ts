import { Secret } from './secret.ts';

/** The text in place of a secret. */
export const HIDDEN = '(hidden)';

const SECRET_NAME =
  /pass(word|phrase|wd)?$|secret|licen[cs]e_?-?key|api_?-?key|token|credential|authorization|cookie/i;
const MAX_DEPTH = 6;
const MAX_TEXT_CHARACTERS = 4000;

/**
 * A copy without secrets: fields named like a secret become `(hidden)` whatever they contain, and passwords in URLs
 * and bearer tokens are removed from texts. Bounded in depth and length.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (value instanceof Secret) return HIDDEN;
  if (value instanceof Error) return { name: value.name, message: redactText(value.message) };
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '(…)';
  if (Array.isArray(value)) return value.slice(0, 200).map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_NAME.test(name) && item !== undefined && typeof item !== 'boolean'
        ? HIDDEN
        : redact(item, depth + 1),
    ]),
  );
}

/** The text without the kinds of secrets that texts often contain. */
export function redactText(text: string): string {
  return text
    .slice(0, MAX_TEXT_CHARACTERS)
    .replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@]*@/gi, `$1${HIDDEN}@`)
    .replace(/\bBearer\s+[\w.~+/-]+=*/gi, `Bearer ${HIDDEN}`)
    .replace(/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, HIDDEN);
}
