import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests wait for states. What takes this long hangs; no test is decided by how fast or how busy a machine is. */
const HANG_MS = 600_000;

export default defineConfig({
  test: {
    dir: 'test',
    // Many end-to-end tests only wait for the program: one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: { timeout: HANG_MS / 5, interval: 20 } },
  },
});
