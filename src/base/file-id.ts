/** What stands in the name of a file for a text of any length: the cluster of a base URL, for one. */
export function fileId(text: string): string {
  // Loaded late, because cryptography takes 5 ms of a start.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
