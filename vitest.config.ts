import { existsSync, globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests wait for states. What takes this long hangs; no test is decided by how fast or how busy a machine is. */
const HANG_MS = 300_000;

const every = 'test/**/*.test.{ts,tsx}';
/** What they replace of the program, or measure of the process, would be that of the files after them, too. */
const apart = [
  'test/e2e/endurance.test.ts',
  ...globSync(every, { cwd: import.meta.dirname }).filter((file) =>
    readFileSync(file, 'utf8').includes('vi.mock('),
  ),
];

/** The files of a release beside the package of npm: only `npm run test:long`, which a release runs, makes and starts them. */
const released = ['test/build/binary.test.ts', 'test/build/debian.test.ts', 'test/e2e/single.test.ts'];
const left = process.env.CASTWATCH_LONG === '1' ? [] : released;

/** These hold in every zone, and run in four others as well: with summer time, half an hour off, and with a summer time of half an hour. */
const localTime = [
  'test/cli/options/time-spec.test.ts',
  'test/history/samples/baseline.test.ts',
  'test/history/sessions/local-hours.test.ts',
  'test/views/formats/spans.test.ts',
  'test/views/journal/time.test.ts',
  'test/views/plots/time-axis.test.ts',
  'test/views/report/local-time.test.ts',
];
// A pattern without a file would be no test at all, and nobody would notice.
for (const file of localTime)
  if (!existsSync(join(import.meta.dirname, file)))
    throw new Error(`${file} has moved: name its new place here`);
const zones = ['America/New_York', 'America/St_Johns', 'Asia/Kolkata', 'Australia/Lord_Howe'];

export default defineConfig({
  test: {
    reporters: ['default', './test/support/slow-files.ts'],
    globalSetup: 'test/support/temporary-root.ts',
    setupFiles: ['test/support/property-seed.ts'],
    // Golden files and many tests show times of day. No test changes the zone: others run in the same worker.
    env: { TZ: 'UTC' },
    projects: [
      // One worker runs many of their files, and reads the modules once.
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: [every], exclude: [...apart, ...left] },
      },
      { extends: true, test: { name: 'apart', include: apart } },
      ...zones.map((TZ) => ({ extends: true as const, test: { name: TZ, include: localTime, env: { TZ } } })),
    ],
    // Many end-to-end tests only wait for the program or for its timers: some more than there are cores.
    maxWorkers: availableParallelism() + 4,
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: { timeout: HANG_MS / 2.5, interval: 20 } },
  },
});
