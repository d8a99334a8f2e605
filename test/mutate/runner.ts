import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';

/** A test that takes this long hangs, which is noticed, ms. */
const TEST_MS = 30_000;
/** An endless loop that lets no test end is ended from outside, and was noticed, ms. */
const RUN_MS = 120_000;

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
  /** What failed first. */
  #failed: string | undefined;
  /** How long each file of tests took without any change, ms. */
  readonly #cost = new Map<string, number>();
  /** By the changed file: the tests that noticed its last change. */
  readonly #noticedBy = new Map<string, string>();

  /** @param tests Folders and files of tests. */
  constructor(tests: readonly string[]) {
    this.#tests = tests;
  }

  /** @throws Error when the tests fail without any change. */
  async notices(mutant: Replacement): Promise<boolean> {
    this.#vitest ??= await this.#start();
    const vitest = this.#vitest;
    this.#mutant = mutant;
    this.#failed = undefined;
    vitest.invalidateFile(mutant.path);
    for (const specification of await this.#concerned(vitest, mutant.path)) {
      const hung = setTimeout(() => this.#end('it hangs'), RUN_MS);
      await vitest.runTestSpecifications([specification]);
      clearTimeout(hung);
      if (this.#failed === undefined) continue;
      this.#noticedBy.set(mutant.path, specification.moduleId);
      break;
    }
    this.#mutant = undefined;
    vitest.invalidateFile(mutant.path);
    return this.#failed !== undefined;
  }

  /** Tests that import the file, those first that are likely to notice soon. */
  async #concerned(vitest: Vitest, path: string): Promise<TestSpecification[]> {
    vitest.config.related = [path];
    const all = await vitest.getRelevantTestSpecifications([...this.#tests]);
    const cost = ({ moduleId }: TestSpecification) =>
      moduleId === this.#noticedBy.get(path) ? 0 : (this.#cost.get(moduleId) ?? 0);
    return all.sort((a, b) => cost(a) - cost(b));
  }

  async close(): Promise<void> {
    await this.#vitest?.close();
    this.#vitest = undefined;
  }

  async #start(): Promise<Vitest> {
    const vitest = await createVitest(
      {
        watch: false,
        // A cache on the disk would serve the file without the change.
        fsModuleCache: false,
        maxWorkers: 2,
        testTimeout: TEST_MS,
        hookTimeout: TEST_MS,
        expect: { poll: { timeout: TEST_MS / 2, interval: 20 } },
        reporters: [
          {
            onTestCaseResult: (test) =>
              test.result().state === 'failed' ? this.#end(test.fullName) : undefined,
            onTestModuleEnd: (module) =>
              module.state() === 'failed' ? this.#end(module.moduleId) : undefined,
            onTestRunEnd: (_modules, errors) => (errors[0] ? this.#end(errors[0].message) : undefined),
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
    this.#failed = undefined;
    await vitest.runTestSpecifications(await vitest.globTestSpecifications([...this.#tests]));
    if (this.#failed !== undefined) throw new Error(`It fails without any change: ${this.#failed}`);
    return vitest;
  }

  /** The first that was noticed is enough. */
  #end(what: string): void {
    this.#failed ??= what;
    void this.#vitest?.cancelCurrentRun('test-failure');
    // The second time Vitest no longer waits for the running tests.
    void this.#vitest?.cancelCurrentRun('test-failure');
  }
}
