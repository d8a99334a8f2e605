/** What the manual page says of each exit code, from 0 on. */
export const exitCodes: readonly string[] = [
  'quit by the user; for check: healthy',
  'standard output could not be written; for check: warning; for snapshot: something is missing',
  'wrong usage or configuration; for check: critical',
  'the server could not be reached or refused the login at the start; for check: unknown, or wrong usage',
];

/** `castwatch config check` found something that keeps the program from working. */
export const SOMETHING_TO_MEND = 1;
/** Standard output could not be written. */
export const NO_OUTPUT = 1;
/** Wrong usage or configuration. */
export const USAGE = 2;
/** Could not log in or reach the server at the start, with no terminal to ask on. */
export const UNREACHABLE = 3;
/** `castwatch check`: the words and exit codes of monitoring plugins. */
export const checkExit = { OK: 0, WARNING: 1, CRITICAL: 2, UNKNOWN: 3 } as const;
