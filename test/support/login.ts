import type { Address } from '../../src/simulator/start.ts';

/** How a simulated cluster is reached, as the client takes it. */
export function loginTo({ url, cloudUrl, username, password, apiKey }: Address) {
  return {
    url,
    cloudUrl,
    credentials: async () => ({ username, password }),
    apiKey: async () => apiKey,
  };
}
