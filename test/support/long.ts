/** `npm run test:long`, which a release runs: full sizes, all faults, all generated answers and all seeds. */
export const isLong = process.env.CASTWATCH_LONG === '1';
