import { globSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';

/** A test file that takes longer than this without a change is left out, because each surviving change would need that time, ms. */
const SLOW_MS = 90_000;
/** With a change a test file may take this many times its usual time, plus some ms for a busy machine. */
const LIMIT_FACTOR = 2;
const LIMIT_MS = 60_000;

/** All other tests that load the file together may take this long; then they noticed nothing, ms. */
const OTHERS_MS = 900_000;

/**
 * `noticed elsewhere`: only by tests of other folders. `not measured`: the tests did not end in time, with or without the
 * change.
 */
export type Verdict = 'noticed' | 'noticed elsewhere' | 'survived' | 'not measured';

/** `unclear`: it failed later than it usually ends, did not end in time, or something other than a test failed. */
type Outcome = 'passed' | 'failed' | 'unclear';

/** The text of a file that the tests get instead of the one on disk. */
interface Replacement {
  readonly path: string;
  readonly source: string;
}

/** A test file, as it ran without any change. */
interface TestFile {
  readonly specification: TestSpecification;
  readonly costMs: number;
  /** The files that it runs, known from what was read for it. */
  readonly runs: ReadonlySet<string>;
}

/** Keeps Vitest and what it has read, so that a mutant costs only its own file and the tests that run it. */
export class MutantRunner {
  readonly #src: string;
  readonly #tests: readonly string[];
  #vitest: Vitest | undefined;
  #files: readonly TestFile[] = [];
  #mutant: Replacement | undefined;
  #failed = false;
  /** A failure outside of the tests, such as a worker, or an error that no test awaited. */
  #broken = false;
  readonly #read = new Set<string>();
  /** For each changed file, the tests that noticed its last change. */
  readonly #noticedBy = new Map<string, TestFile>();

  /** @param tests Folders and files of tests. */
  constructor(src: string, tests: readonly string[]) {
    this.#src = src;
    this.#tests = tests;
  }

  /** Runs all tests once without any change. Returns those that are too slow. Throws if one fails. */
  async start(): Promise<readonly string[]> {
    const vitest = await this.#open();
    this.#vitest = vitest;
    const files: TestFile[] = [];
    const slow: string[] = [];
    for (const specification of await vitest.globTestSpecifications([...this.#tests])) {
      for (const path of globSync(`${this.#src}/**/*.{ts,tsx}`)) vitest.invalidateFile(path);
      this.#read.clear();
      const began = performance.now();
      await this.#run([specification], SLOW_MS);
      const costMs = performance.now() - began;
      if (costMs >= SLOW_MS) slow.push(specification.moduleId);
      else if (this.#failed) throw new Error(`It fails without any change: ${specification.moduleId}`);
      else files.push({ specification, costMs, runs: new Set(this.#read) });
    }
    this.#files = files.sort((a, b) => a.costMs - b.costMs);
    return slow;
  }

  async judge(mutant: Replacement): Promise<Verdict> {
    for (const file of this.#concerned(mutant.path)) {
      const outcome = await this.#runWith(mutant, file);
      if (outcome === 'passed') continue;
      // Either the change slowed it down or the machine did: the same tests without the change show which.
      if (outcome === 'unclear' && (await this.#runWith(undefined, file)) !== 'passed') return 'not measured';
      this.#noticedBy.set(mutant.path, file);
      return 'noticed';
    }
    return (await this.#failsElsewhere(mutant)) ? 'noticed elsewhere' : 'survived';
  }

  async close(): Promise<void> {
    await this.#vitest?.close();
    this.#vitest = undefined;
  }

  /** Tests that run the file, those first that are likely to fail soon. */
  #concerned(path: string): readonly TestFile[] {
    const last = this.#noticedBy.get(path);
    const concerned = this.#files.filter((file) => file !== last && file.runs.has(path));
    return last ? [last, ...concerned] : concerned;
  }

  /** Whether a test of another folder that loads the file fails: all of them at once, in as many workers as usual. */
  async #failsElsewhere(mutant: Replacement): Promise<boolean> {
    const vitest = this.#vitest;
    if (!vitest) return false;
    const own = new Set(this.#files.map(({ specification }) => specification.moduleId));
    vitest.config.related = [mutant.path];
    const related = await vitest.getRelevantTestSpecifications();
    vitest.config.related = undefined;
    this.#mutant = mutant;
    vitest.invalidateFile(mutant.path);
    const others = related.filter(({ moduleId }) => !own.has(moduleId) && !moduleId.includes('/e2e/'));
    await this.#run(others, OTHERS_MS);
    this.#mutant = undefined;
    vitest.invalidateFile(mutant.path);
    return this.#failed;
  }

  async #runWith(mutant: Replacement | undefined, { specification, costMs }: TestFile): Promise<Outcome> {
    const path = mutant?.path;
    this.#mutant = mutant;
    if (path !== undefined) this.#vitest?.invalidateFile(path);
    const began = performance.now();
    await this.#run([specification], LIMIT_FACTOR * costMs + LIMIT_MS);
    const isLate = performance.now() - began > costMs;
    this.#mutant = undefined;
    if (path !== undefined) this.#vitest?.invalidateFile(path);
    if (this.#failed && !isLate) return 'failed';
    return this.#failed || this.#broken ? 'unclear' : 'passed';
  }

  /** Test files, up to the first failure or for this long. */
  async #run(specifications: TestSpecification[], limitMs: number): Promise<void> {
    this.#failed = false;
    this.#broken = false;
    const limit = setTimeout(() => {
      this.#broken = true;
      this.#end();
    }, limitMs);
    await this.#vitest?.runTestSpecifications(specifications);
    clearTimeout(limit);
  }

  async #open(): Promise<Vitest> {
    const failed = () => {
      this.#failed = true;
      this.#end();
    };
    return createVitest(
      {
        watch: false,
        // A cache on disk would serve the file without the change.
        fsModuleCache: false,
        reporters: [
          {
            onTestCaseResult: (test) => (test.result().state === 'failed' ? failed() : undefined),
            onTestModuleEnd: (module) => (module.state() === 'failed' ? failed() : undefined),
            onTestRunEnd: (_modules, errors) => {
              if (errors.length > 0) this.#broken = true;
            },
          },
        ],
      },
      {
        plugins: [
          {
            name: 'mutant',
            enforce: 'pre',
            load: (id) => {
              this.#read.add(id);
              return id === this.#mutant?.path ? this.#mutant.source : undefined;
            },
          },
        ],
      },
    );
  }

  /** The first failure is enough. */
  #end(): void {
    void this.#vitest?.cancelCurrentRun('test-failure');
    // The second call makes Vitest stop waiting for the running tests.
    void this.#vitest?.cancelCurrentRun('test-failure');
  }
}
