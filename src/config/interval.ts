/** Seconds between two polls of the dashboard; all other intervals scale with it. */
export const INTERVAL_S = { min: 1, max: 64, standard: 2 } as const;
