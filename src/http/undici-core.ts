/**
 * Stands for `undici` in the bundle: of its million bytes (fetch, caches, mocks, sockets) only what the transport uses.
 * With the whole a start takes 10 ms of CPU and 2 to 4 MB more.
 */
export const Pool =
  require('../../node_modules/undici/lib/dispatcher/pool.js') as typeof import('undici').Pool;
