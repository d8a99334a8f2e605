/** Why a text is not the URL of a proxy, in words without any password; undefined if it is one. */
export function proxyFault(text: string): string | undefined {
  const url = URL.parse(text.trim());
  const isProxy = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '';
  if (isProxy && !/%(?![0-9a-f]{2})/i.test(url.username + url.password)) return undefined;
  return 'a proxy is written like http://proxy.example.com:3128 or http://user:password@proxy.example.com:3128, with http or https and %25 for a % in the password';
}
