/** Stable codes, for tests and for the exit code of the commands. */
export type ConfigErrorCode =
  | 'config-file'
  | 'profile'
  | 'url'
  | 'plain-http'
  | 'conflict'
  | 'value'
  | 'secret'
  | 'state';

/** Something in the configuration, the environment or a file of ours is not as it must be. The message says what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code: ConfigErrorCode;

  constructor(code: ConfigErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** The system's short code of an error, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** A failure of the file system in words: `permission denied`. */
export function systemReason(error: unknown): string {
  const code = systemCode(error);
  return (code && reasons[code]) || (error instanceof Error ? error.message : String(error));
}

const reasons: Record<string, string> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  ENOSPC: 'no space left on the disk',
  EROFS: 'the file system is read-only',
  EMFILE: 'too many open files',
  EDQUOT: 'the disk quota is used up',
};
