/** Lets keys, timers and answers have their turn in long work. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
