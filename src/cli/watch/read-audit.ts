import { errorMessage } from '../../base/system-error.ts';
import type { ClusterSession } from '../../session/cluster-session.ts';
import type { Audit } from '../../views/settings/audit.ts';

/** Lines of the file that are looked at, two for each write; the file keeps all. */
const MOST_LINES = 400;

/** What was written from here. Never rejects: `problem` says why it could not be read. */
export async function readAudit({ audit }: ClusterSession): Promise<Audit> {
  if (!audit)
    return { entries: [], unreadable: 0, path: undefined, problem: 'Nothing can be written to a recording.' };
  const { path } = audit;
  try {
    return { ...(await audit.read(MOST_LINES)), path };
  } catch (error) {
    return { entries: [], unreadable: 0, path, problem: errorMessage(error) };
  }
}
