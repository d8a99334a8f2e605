import type { Address } from '../../src/simulator/start.ts';

/** Address and credentials of a simulated cluster, as the client takes them. */
export function loginTo({ url, cloudUrl, username, password, apiKey }: Address) {
  return { url, cloudUrl, credentials: async () => ({ username, password }), apiKey: async () => apiKey };
}

/** Logs in as any client does: the status of the answer, and the token, if there is one. */
export async function logIn(url: string, username: string, password: string) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { data } = (await response.json()) as { readonly data?: { readonly accessToken: string } };
  return { status: response.status, token: data?.accessToken };
}
