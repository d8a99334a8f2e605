/** Lets keys, timers and responses be handled during long work. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
