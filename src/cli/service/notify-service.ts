import { execFile } from 'node:child_process';
import { systemReason } from '../../base/system-error.ts';

/**
 * Sends assignments such as `READY=1` to the service manager through the program `systemd-notify`, because Node cannot
 * write to its socket. Resolves to a message if that failed.
 */
export function notifyService(words: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('systemd-notify', [...words], { timeout: 5_000 }, (error) => {
      resolve(error ? `systemd-notify: ${systemReason(error)}` : undefined);
    });
  });
}
