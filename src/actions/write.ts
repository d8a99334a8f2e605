import { errorMessage } from '../base/system-error.ts';
import type { AuditEntry } from '../config/audit.ts';
import { InvalidInput } from '../http/errors.ts';
import { readFailure, writeFailure } from './failure.ts';
import type { KnownStore, KnownWrites } from './known.ts';
import type { ClusterMemory, MutationsOptions } from './mutations.ts';
import { joinWarnings, type Outcome } from './outcome.ts';

/** What all writes share. */
export interface WriteContext extends MutationsOptions {
  readonly known: KnownStore;
  /**
   * Writes that were refused once because the audit could not be written. The user may send them again without it.
   */
  readonly unaudited: Set<string>;
}

/** One write: its name in the audit, the values that it sets, and how it is sent. */
export interface Write<T> {
  /** Such as `update user`. */
  readonly action: string;
  /** Such as `user 42 (anna)`; a function if only the response has the id. */
  readonly target: string | ((value: T | undefined) => string);
  /** Names and new values; secrets as `(hidden)`. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly howToFindOut: string;
  /** It is sent even if the audit cannot be written, because it changes nothing. */
  readonly changesNothing?: boolean;
  /** Calls `announce` just before its request is sent; without that call nothing was sent. */
  readonly send: (announce: () => Promise<void>) => Promise<Outcome<T>>;
}

/**
 * Sends a write, with a line in the audit before (`sent`) and one for the result. If the program ends in between,
 * the first line stands alone and means that the write may have taken effect. If the first line cannot be written,
 * nothing is sent: never on a production cluster, elsewhere not before the user sends it again. Never rejects.
 */
export async function runWrite<T>(context: WriteContext, write: Write<T>): Promise<Outcome<T>> {
  const id = crypto.randomUUID();
  let problem: string | undefined;
  const append = async (
    value: T | undefined,
    rest: Omit<AuditEntry, 'at' | 'cluster' | 'user' | 'action' | 'target' | 'fields'>,
  ) => {
    const { cluster, user, audit } = context;
    const { action, fields } = write;
    const target = typeof write.target === 'string' ? write.target : write.target(value);
    try {
      await audit.append({ id, cluster, user: user(), action, target, fields: { ...fields }, ...rest });
    } catch (error) {
      problem = errorMessage(error);
    }
  };
  let wasStopped = false;
  const announce = async () => {
    await append(undefined, { outcome: 'sent' });
    if (problem === undefined || write.changesNothing || maySendUnaudited(context, write)) return;
    wasStopped = true;
    const next = context.production
      ? 'Nothing is written to a production cluster without a line in the audit.'
      : 'Send it again to send it without a line in the audit.';
    throw new InvalidInput('AUDIT', `${problem}. ${next}`);
  };
  const outcome = await write
    .send(announce)
    .catch((error: unknown): Outcome<T> => writeFailure(error, write.howToFindOut));
  if (wasStopped) return outcome;
  const { kind, status, message } = outcome;
  const { value, compared = [] } = outcome.kind === 'refused' ? {} : outcome;
  const carried = compared.filter(({ answered }) => answered !== undefined);
  await append(value, {
    outcome: kind,
    status,
    message,
    ...(carried.length > 0 && {
      answered: Object.fromEntries(carried.map(({ field, answered }) => [field, answered])),
    }),
  });
  if (problem === undefined) return outcome;
  return { ...outcome, warning: joinWarnings(outcome.warning, `Not in the audit: ${problem}.`) };
}

/** Whether the user was told that this write cannot be audited and sends it again. */
function maySendUnaudited<T>({ production, unaudited }: WriteContext, write: Write<T>): boolean {
  if (production) return false;
  const { action, target, fields } = write;
  const key = JSON.stringify([action, typeof target === 'string' ? target : target(undefined), fields]);
  if (unaudited.delete(key)) return true;
  unaudited.add(key);
  return false;
}

/** A read that the API offers only as a write without changes; it is in the audit, too. */
export function runRead<T>(
  context: WriteContext,
  what: Pick<Write<T>, 'action' | 'target'>,
  read: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return runWrite(context, {
    ...what,
    fields: {},
    howToFindOut: '',
    changesNothing: true,
    async send(announce) {
      await announce();
      return read().catch(readFailure);
    },
  });
}

/** Changes the memory on disk. A failure is only a warning, because the write itself succeeded. */
export async function updateMemory(
  context: WriteContext,
  change: (memory: ClusterMemory) => Promise<Pick<KnownWrites, 'users' | 'explained'>>,
): Promise<string | undefined> {
  try {
    const { users, explained } = await change(context.memory);
    context.known.setState({ users, explained, problem: undefined });
    return undefined;
  } catch (error) {
    const why = errorMessage(error);
    context.known.setState({ problem: why });
    return `Not remembered for the next start: ${why}.`;
  }
}
