/** The day of this release, for the manual page. Written by `npm run release`. */
export const RELEASE_DATE = '2026-11-21';
