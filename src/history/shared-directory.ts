import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isOpenToWriters } from '../base/private-file.ts';
import { systemCode, systemReason } from '../base/system-error.ts';
import { unusable } from './error.ts';

/** Mode of a history in a shared directory: its owner writes, the group reads. */
export const SHARED_MODE = 0o640;

/** Where histories are, and whether users share that directory. */
export interface HistoryPlace {
  readonly directory: string;
  readonly shared: boolean;
}

/** The shared directory, if there is one. */
export function sharedDirectory({ directory, shared }: HistoryPlace): string | undefined {
  return shared ? directory : undefined;
}

/** Types of network file systems in the answer of statfs (Linux). */
const networkTypes: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
]);

/**
 * Refuses a path on a network file system: SQLite's log in front of the file needs memory that all its programs share, which
 * two machines do not have, so that they would damage the file. Throws a `HistoryError`.
 */
export function assertLocal(path: string, typeOf: (directory: string) => number = typeOfDisk): void {
  const name = networkTypes.get(typeOf(dirname(path)));
  if (name === undefined) return;
  throw unusable(
    `the history ${path} is on a network file system (${name}), where several programs would damage it: name a directory of a local disk in the configuration (history: { directory: … })`,
  );
}

function typeOfDisk(directory: string): number {
  try {
    // Some systems return the type as a signed number of 32 bits.
    return statfsSync(directory).type >>> 0;
  } catch {
    return 0;
  }
}

/**
 * The user id of the owner of a shared directory. It must exist, because its owner and group say who writes and who reads.
 * Throws a `HistoryError`.
 */
export function sharedOwner(directory: string): number {
  try {
    const about = statSync(directory);
    if (!about.isDirectory()) throw new Error('it is not a directory');
    if (isOpenToWriters(about))
      throw new Error(`users beside its owner can write to it: chmod go-w ${directory}`);
    return about.uid;
  } catch (error) {
    const advice =
      systemCode(error) === 'ENOENT'
        ? `create it for the user that records: install -d -o USER -g GROUP -m 2750 ${directory}`
        : systemReason(error);
    throw unusable(`the shared directory ${directory} cannot be used: ${advice}`, error);
  }
}

/**
 * Whether this user writes the histories in a shared directory; not while it cannot be used. Windows has no owners: every
 * user writes.
 */
export function ownsShared(directory: string): boolean {
  try {
    return sharedOwner(directory) === (process.geteuid?.() ?? 0);
  } catch {
    return false;
  }
}
