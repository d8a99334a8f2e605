/** Seconds between two polls of the dashboard; everything else keeps its ratio to it. */
export const INTERVAL_S = { min: 1, max: 64, standard: 2 } as const;
