/**
 * Replaces `undici` in the bundle: of its million bytes (fetch, caches, mocks, sockets) only what the transport
 * uses, each part when it is first used. The whole package would take 10 ms of CPU and 2 to 4 MB more at each start.
 */
module.exports = {
  get Pool() {
    return require('../../node_modules/undici/lib/dispatcher/pool.js');
  },
  get EnvHttpProxyAgent() {
    return require('../../node_modules/undici/lib/dispatcher/env-http-proxy-agent.js');
  },
};
