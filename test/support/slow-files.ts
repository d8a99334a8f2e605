import type { Reporter, TestModule } from 'vitest/node';

const MINUTE_MS = 60_000;

/** Names each minute the test files that have run for more than one: a loop without an end has no other sign. */
export default class SlowFiles implements Reporter {
  readonly #begun = new Map<TestModule, number>();
  readonly #timer = setInterval(() => this.#say(), MINUTE_MS).unref();

  onTestModuleStart(module: TestModule): void {
    this.#begun.set(module, performance.now());
  }

  onTestModuleEnd(module: TestModule): void {
    this.#begun.delete(module);
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
  }

  #say(): void {
    for (const [module, begun] of this.#begun) {
      const minutes = Math.floor((performance.now() - begun) / MINUTE_MS);
      if (minutes > 0) console.log(`still running after ${minutes} min: ${module.relativeModuleId}`);
    }
  }
}
