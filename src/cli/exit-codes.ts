/** Standard output could not be written. */
export const NO_OUTPUT = 1;
/** Wrong usage or configuration. */
export const USAGE = 2;
/** Could not log in or reach the server at the start, with no terminal to ask on. */
export const UNREACHABLE = 3;
