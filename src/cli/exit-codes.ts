/** Exit codes as the manual page explains them. */
export const exitCodes: readonly (readonly [code: string, words: string])[] = [
  ['0', 'done, or quit; of check: healthy; of config check: nothing to fix'],
  [
    '1',
    'standard output could not be written, or a fault of castwatch itself; of check: warning; of snapshot: something is missing; of report, sessions, capacity and history: a part of the history is damaged; of config check: something to fix',
  ],
  [
    '2',
    'wrong usage or configuration, or a file that cannot be read; of record: no history can be written; of check: critical',
  ],
  [
    '3',
    'the server could not be reached or refused the login, or there is no terminal to draw on; of check: unknown, wrong usage and --help too',
  ],
  ['128+N', 'ended by the signal N, such as 130 for an interrupt and 143 for a termination'],
];

/** `castwatch config check` found an error that must be fixed. */
export const SOMETHING_TO_FIX = 1;
/** A part of a history is damaged. The other parts were read. */
export const DAMAGED = 1;
/** Standard output could not be written. */
export const NO_OUTPUT = 1;
/** Wrong usage or configuration. */
export const USAGE = 2;
/** Could not log in or reach the server at the start, or there is no usable terminal. */
export const UNREACHABLE = 3;
/** `castwatch snapshot`: complete, something is missing, nothing was read. */
export const snapshotExit = { whole: 0, partial: 1, nothing: 3 } as const;
/** `castwatch check`: the words and exit codes of monitoring plugins. */
export const checkExit = { OK: 0, WARNING: 1, CRITICAL: 2, UNKNOWN: 3 } as const;
