import { listed } from '../base/format.ts';
import { HIDDEN } from '../config/redact.ts';
import type { ApiResponse } from '../http/api.ts';
import { type Compared, joinWarnings, type Outcome } from './outcome.ts';

/** A value of an answer, in its wrapper where the API has one. */
interface Found {
  readonly value?: unknown;
  readonly masked?: boolean | null | undefined;
}

/** The text in place of a value that the server masks. */
const MASKED = '(masked)';
const MASK = /[*\u2022]{3}/;

/** Compares one field. What comes back masked is not compared. */
export function compare(field: string, sent: unknown, found: Found | null | undefined): Compared {
  if (found?.masked) return { field, sent, answered: MASKED, verdict: 'masked' };
  const answered = found?.value;
  if (answered === undefined) return { field, sent, answered, verdict: 'missing' };
  return { field, sent, answered, verdict: plain(answered) === plain(sent) ? 'same' : 'other' };
}

/** A value that is never null: null says nothing about it. */
export const carried = (found: Found | null | undefined): Found => ({
  ...found,
  value: found?.value ?? undefined,
});

/** When it is read later: a mask then says nothing about the last write. */
export const unlessMasked = (compared: Compared): Compared =>
  compared.verdict === 'masked' ? { ...compared, verdict: 'missing' } : compared;

/** The same for a password or key, which is never shown, and which a server may mask without saying so. */
export function compareSecret(field: string, sent: string, found: Found | null | undefined): Compared {
  const masked = found?.masked || MASK.test(String(found?.value ?? ''));
  const { verdict } = compare(field, sent, { ...carried(found), masked });
  const words = { same: HIDDEN, masked: MASKED, other: 'another one', missing: undefined };
  return { field, sent: HIDDEN, answered: words[verdict], verdict };
}

/** Line ends are not compared: a form has them as CR LF. */
function plain(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value;
}

interface Judging<T> {
  readonly value: T;
  readonly compared: readonly Compared[];
  /** The message if all is as it was sent. */
  readonly done: string;
  readonly howToFindOut: string;
  readonly details?: readonly (readonly [string, string])[];
  readonly warning?: string | undefined;
}

const ACCEPTED_STATUS = 202;
/** Most values that cannot be read of which a warning has the path. */
const MOST_SHOWN = 5;

/** What an answer of success proves: only that it repeats what was sent confirms a write. */
export function judged<T>(
  response: Pick<ApiResponse<unknown>, 'status' | 'message' | 'unreadable' | 'answer'>,
  { done, howToFindOut, ...rest }: Judging<T>,
): Outcome<T> {
  const { status, message, unreadable, answer } = response;
  const paths = unreadable.map(({ path }) => (path === '' ? 'the whole response' : path));
  const unread = `Parts of the response could not be read: ${listed(paths, MOST_SHOWN)}.`;
  const warning = joinWarnings(rest.warning, paths.length === 0 ? undefined : unread);
  const base = { ...rest, status, warning, answer };
  const said = message === undefined || message === '' ? '' : ` The server says: ${message}`;
  const named = (verdict: Compared['verdict']) => {
    const fields = rest.compared
      .filter((one) => one.verdict === verdict)
      .map(({ field }) => field.split('.', 1)[0]);
    return [...new Set(fields)].join(', ');
  };
  const [other, missing, masked] = [named('other'), named('missing'), named('masked')];
  if (status === ACCEPTED_STATUS) {
    const words = `It may have happened: the server accepted it (202), but does not say that it is done.${said}`;
    return { ...base, kind: 'unknown', message: words, howToFindOut };
  }
  if (other !== '') {
    const words = `The answer has another value than was sent: ${other}.${said}`;
    return { ...base, kind: 'differs', message: words };
  }
  if (missing !== '') {
    const words = `It may have happened: the answer does not say what became of ${missing}.${said}`;
    return { ...base, kind: 'unknown', message: words, howToFindOut };
  }
  const unseen = masked === '' ? '' : ` Not compared, because the server masks it: ${masked}.`;
  const kept = unreadable.length === 0 ? undefined : answer;
  return { ...base, answer: kept, kind: 'confirmed', message: `${done}${unseen}${said}` };
}
