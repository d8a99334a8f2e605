/**
 * Replaces `undici` in the bundle: of its million bytes (fetch, caches, mocks, sockets) only what the transport
 * uses. The whole package would take 10 ms of CPU and 2 to 4 MB more at each start.
 */
export const Pool =
  require('../../node_modules/undici/lib/dispatcher/pool.js') as typeof import('undici').Pool;
