/**
 * Whether the URL names this machine, because only there plain HTTP is allowed without an option. Any other name,
 * also `x.localhost`, needs DNS and may lead elsewhere.
 */
export function isLoopback(url: string | URL): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
