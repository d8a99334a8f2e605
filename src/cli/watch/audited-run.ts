import { errorMessage } from '../../base/system-error.ts';
import type { AuditEntry } from '../../config/audit.ts';
import type { ClusterSession } from '../../session/cluster-session.ts';
import type { OwnResult } from '../../ui/services.ts';

/**
 * Runs a command of the user with two lines in the audit, as a write has them: one before it starts, and one with its
 * exit code. Its words are left out, because a configuration may have a secret in them. Without the first line it runs only
 * where the cluster is not a production cluster.
 */
export async function auditedRun(
  { audit, store, target }: Pick<ClusterSession, 'audit' | 'store' | 'target'>,
  name: string,
  run: () => Promise<OwnResult>,
): Promise<OwnResult> {
  if (!audit) return await run();
  const id = crypto.randomUUID();
  const user = store.getState().session.username ?? target.username ?? 'unknown';
  let problem: string | undefined;
  const append = async (rest: Pick<AuditEntry, 'outcome' | 'message'>) => {
    try {
      await audit.append({
        id,
        cluster: target.name,
        user,
        action: 'run command',
        target: name,
        fields: {},
        ...rest,
      });
    } catch (error) {
      problem = errorMessage(error);
    }
  };
  await append({ outcome: 'sent' });
  if (problem !== undefined && target.production)
    throw new Error(
      `not run: ${problem}. Nothing runs for a production cluster without a line in the audit.`,
    );
  try {
    const result = await run();
    await append({ outcome: result.failed ? 'failed' : 'ok', message: result.outcome });
    return problem === undefined
      ? result
      : { ...result, outcome: `${result.outcome}; not in the audit: ${problem}` };
  } catch (error) {
    await append({ outcome: 'failed', message: errorMessage(error) });
    throw error;
  }
}
