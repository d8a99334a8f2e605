import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** The history of a cluster, by its base URL, among what castwatch keeps in `stateDir`. */
export function historyFile(stateDir: string, url: string): string {
  return join(stateDir, `history-${createHash('sha256').update(url).digest('hex').slice(0, 16)}.db`);
}
