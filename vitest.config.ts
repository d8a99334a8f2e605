import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests wait for states. What takes this long hangs; no test is decided by how fast or how busy a machine is. */
const HANG_MS = 600_000;

/** Their tests replace nothing of the process: one worker runs many of their files, and reads the modules once. */
const shared = [
  'actions',
  'base',
  'cluster',
  'history',
  'http',
  'polling',
  'protocol',
  'recording',
  'session',
  'simulator',
  'triage',
  'ui',
  'views',
];
const files = shared.map((folder) => `test/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'shared', isolate: false, include: files } },
      { extends: true, test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: files } },
    ],
    // Many end-to-end tests only wait for the program: one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: { timeout: HANG_MS / 5, interval: 20 } },
  },
});
