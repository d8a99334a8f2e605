import type { Line } from '../base/text.ts';
import type { ClusterSession } from '../session/cluster-session.ts';
import { formatAudit } from '../views/audit.ts';

/** Lines of the file that `:audit` looks at, two for each write; the file keeps all. */
const SHOWN = 400;

/** What was written from here, newest last, for `:audit`. Rejects with a message for people. */
export async function auditLines({ audit }: ClusterSession): Promise<readonly Line[]> {
  if (!audit) return [[{ text: 'Nothing can be written to a recording.', tone: 'dim' }]];
  const { entries, unreadable } = await audit.read(SHOWN);
  return [...formatAudit(entries, unreadable), [], [{ text: `All of it: ${audit.path}`, tone: 'dim' }]];
}
