/**
 * Replaces `undici` in the bundle: of its million bytes (fetch, caches, mocks, sockets) only what the transport
 * uses, each part when it is first used. The whole package would take 10 ms of CPU and 2 to 4 MB more at each start.
 */
module.exports = {
  get Pool() {
    return require('../../node_modules/undici/lib/dispatcher/pool.js');
  },
  get buildConnector() {
    return require('../../node_modules/undici/lib/core/connect.js');
  },
  get EnvHttpProxyAgent() {
    // A proxy is asked with it. The index of undici gives it to all dispatchers, beside what nobody calls here.
    require('../../node_modules/undici/lib/dispatcher/dispatcher.js').prototype.connect = require('../../node_modules/undici/lib/api/api-connect.js');
    return require('../../node_modules/undici/lib/dispatcher/env-http-proxy-agent.js');
  },
};
