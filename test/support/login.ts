import type { Address } from '../../src/simulator/start.ts';

/** Address and credentials of a simulated cluster, as the client takes them. */
export function loginTo({ url, cloudUrl, username, password, apiKey }: Address) {
  return { url, cloudUrl, credentials: async () => ({ username, password }), apiKey: async () => apiKey };
}
