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

/** A mistake in the configuration, the environment or one of castwatch's files. The message says what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code: ConfigErrorCode;

  constructor(code: ConfigErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
