import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expandPath } from './paths.ts';

/**
 * The name of the credential with a copy of the file at an absolute path: `/` becomes `-`, and what a name cannot
 * hold becomes `_` and the hex digits of its bytes. So no two paths share a name.
 */
export function credentialName(path: string): string {
  return path
    .slice(1)
    .replace(/[^A-Za-z0-9./]/gu, (character) =>
      [...Buffer.from(character)].map((byte) => `_${byte.toString(16).padStart(2, '0')}`).join(''),
    )
    .replace(/\//g, '-');
}

/**
 * Where to read the file at an absolute path: the copy that systemd made of it for this service (`LoadCredential=`)
 * if there is one, because the service may not read the file itself.
 */
export function readablePath(path: string): string {
  const folder = process.env.CREDENTIALS_DIRECTORY;
  if (!folder) return path;
  const copy = join(folder, credentialName(path));
  return existsSync(copy) ? copy : path;
}

/** As `expandPath`, for a file that is only read. */
export function expandReadable(path: string, file?: string): string {
  return readablePath(expandPath(path, file));
}
