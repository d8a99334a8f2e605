import { createVitest, type Vitest } from 'vitest/node';

/** A test that takes this long hangs, which is noticed, ms. */
const TEST_MS = 20_000;
/** An endless loop that lets no test end is ended from outside, and was noticed, ms. */
const RUN_MS = 60_000;

/** A file as it is served to the tests instead of what lies on the disk. */
interface Replacement {
  readonly path: string;
  readonly source: string;
}

/** Keeps Vitest and what it has read, so that a mutant costs only its own file and the tests that import it. */
export class MutantRunner {
  readonly #tests: readonly string[];
  #vitest: Vitest | undefined;
  #mutant: Replacement | undefined;
  #noticed = false;

  /** @param tests Folders of tests. */
  constructor(tests: readonly string[]) {
    this.#tests = tests;
  }

  /** @throws Error when the tests fail without any change. */
  async notices(mutant: Replacement): Promise<boolean> {
    this.#vitest ??= await this.#start();
    return this.#failsWith(this.#vitest, mutant);
  }

  async close(): Promise<void> {
    await this.#vitest?.close();
    this.#vitest = undefined;
  }

  async #start(): Promise<Vitest> {
    const noticed = (): void => {
      this.#noticed = true;
      // Not awaited: it ends after the test that reports here.
      void vitest.cancelCurrentRun('test-failure');
    };
    const vitest = await createVitest(
      {
        watch: false,
        // A cache on the disk would serve the file without the change.
        fsModuleCache: false,
        pool: 'threads',
        maxWorkers: 2,
        testTimeout: TEST_MS,
        hookTimeout: TEST_MS,
        expect: { poll: { timeout: TEST_MS / 2, interval: 20 } },
        reporters: [
          {
            onTestCaseResult: (test) => (test.result().state === 'failed' ? noticed() : undefined),
            onTestModuleEnd: (module) => (module.state() === 'failed' ? noticed() : undefined),
            onTestRunEnd: (_modules, errors) => (errors.length > 0 ? noticed() : undefined),
          },
        ],
      },
      {
        plugins: [
          {
            name: 'mutant',
            enforce: 'pre',
            load: (id) => (id === this.#mutant?.path ? this.#mutant.source : undefined),
          },
        ],
      },
    );
    this.#noticed = false;
    await vitest.runTestSpecifications(await vitest.globTestSpecifications([...this.#tests]));
    if (this.#noticed) throw new Error(`The tests fail as they are: ${this.#tests.join(', ')}`);
    return vitest;
  }

  async #failsWith(vitest: Vitest, mutant: Replacement): Promise<boolean> {
    this.#mutant = mutant;
    this.#noticed = false;
    vitest.invalidateFile(mutant.path);
    vitest.config.related = [mutant.path];
    const specifications = await vitest.getRelevantTestSpecifications([...this.#tests]);
    const hung = Symbol();
    const end = new Promise<typeof hung>((done) => setTimeout(done, RUN_MS, hung).unref());
    const first = await Promise.race([vitest.runTestSpecifications(specifications), end]);
    this.#mutant = undefined;
    vitest.invalidateFile(mutant.path);
    if (first !== hung) return this.#noticed;
    await this.close();
    return true;
  }
}
