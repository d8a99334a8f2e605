/**
 * Stands for `undici` in the bundle: of its million bytes (fetch, caches, mocks, sockets) only what the transport uses.
 * The whole takes 15 to 20 ms of CPU more at a start, and a `check` 4 MB more.
 */
export const Pool =
  require('../../node_modules/undici/lib/dispatcher/pool.js') as typeof import('undici').Pool;
