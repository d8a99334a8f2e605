/**
 * Whether the URL names this very machine: the only place where plain HTTP needs no leave. Any other name, `x.localhost`
 * too, is asked of DNS.
 */
export function isLoopback(url: string | URL): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
