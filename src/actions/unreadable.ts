import type { Unreadable } from '../protocol/parsed-response.ts';

const MOST_SHOWN = 5;

/** A warning about values in a successful response that cannot be read; undefined if there are none. */
export function unreadableWarning(unreadable: readonly Unreadable[]): string | undefined {
  if (unreadable.length === 0) return undefined;
  const more = unreadable.length > MOST_SHOWN ? ` and ${unreadable.length - MOST_SHOWN} more` : '';
  const names = unreadable
    .slice(0, MOST_SHOWN)
    .map(({ path }) => (path === '' ? 'the whole response' : path));
  return `Parts of the response could not be read: ${names.join(', ')}${more}.`;
}

/** Two warnings as one. */
export function joinWarnings(...warnings: readonly (string | undefined)[]): string | undefined {
  const found = warnings.filter((warning) => warning !== undefined);
  return found.length === 0 ? undefined : found.join(' ');
}
