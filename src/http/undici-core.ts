/** Stands for `undici` in the bundle: of its million bytes (fetch, caches, mocks, sockets) only what the transport uses. */
export const Pool =
  require('../../node_modules/undici/lib/dispatcher/pool.js') as typeof import('undici').Pool;
