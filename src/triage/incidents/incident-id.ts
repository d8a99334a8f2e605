/**
 * Identifies an incident by the cluster and the key of its cause, and a problem by its own key: the same for every
 * program that watches the cluster.
 */
export function incidentId(url: string, key: string): string {
  // Loaded when it is needed, because loading cryptography takes 10 ms.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(`${url}\n${key}`).digest('hex').slice(0, 12);
}
