import { vi } from 'vitest';

/** Resolves once the assertion holds. It has no time limit, which would measure the machine and not the program. */
export function eventually<T>(assertion: () => T): Promise<Awaited<T>> {
  return vi.waitFor(assertion, { timeout: 120_000, interval: 10 }) as Promise<Awaited<T>>;
}
