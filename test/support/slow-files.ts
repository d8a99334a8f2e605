import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

const MINUTE_MS = 60_000;

/**
 * Names each minute the test files that have run for more than one: a loop without an end has no other sign. At the end
 * it names what was skipped: a missing program must not look like a passed test.
 */
export default class SlowFiles implements Reporter {
  readonly #begun = new Map<TestModule, number>();
  readonly #timer = setInterval(() => this.#say(), MINUTE_MS).unref();
  readonly #skipped: string[] = [];
  #isFiltered = false;

  onInit({ config }: Vitest): void {
    // What `-t` leaves out is skipped, too, and the user knows.
    this.#isFiltered = config.testNamePattern !== undefined;
  }

  onTestModuleStart(module: TestModule): void {
    this.#begun.set(module, performance.now());
  }

  onTestModuleEnd(module: TestModule): void {
    this.#begun.delete(module);
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'skipped')
      this.#skipped.push(`${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
    const names = this.#skipped;
    // After the summary of the other reporter.
    if (names.length > 0 && !this.#isFiltered)
      process.once('exit', () => console.log(`Not run: ${names.join('; ')}`));
  }

  #say(): void {
    for (const [module, begun] of this.#begun) {
      const minutes = Math.floor((performance.now() - begun) / MINUTE_MS);
      if (minutes > 0) console.log(`still running after ${minutes} min: ${module.relativeModuleId}`);
    }
  }
}
