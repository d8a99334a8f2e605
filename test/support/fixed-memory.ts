/** State files that know these users and remember nothing. */
export function fixedMemory(users: readonly { id: number; name: string }[] = []) {
  const read = async () => ({ cluster: 'sample', users: [...users], acknowledgements: {}, explained: [] });
  return { read, rememberUser: read, forgetUser: read, markExplained: read };
}
