import { unit } from './rng.ts';
import type { Scenario } from './scenarios.ts';

interface Wave {
  readonly swing: number;
  /** Radians per second. */
  readonly speed: number;
  readonly phase: number;
}

/**
 * The tide that the number of all viewers follows: time of day, with slower and quicker waves. It is a sum of
 * sines, so that its integral, which the byte counters need, is exact for any time span.
 */
export class Tide {
  readonly #waves: readonly Wave[];

  constructor(seed: number, scenario: Scenario, startAt: number) {
    const wave = (swing: number, seconds: number, phase: number): Wave => ({
      swing,
      speed: (2 * Math.PI) / seconds,
      phase,
    });
    // Viewers peak at 20:00 UTC, with a smaller peak at noon.
    const day = scenario.dayLength;
    const secondOfDay = (startAt / 1000) % day;
    const dayPhase = 2 * Math.PI * (secondOfDay / day - 14 / 24);
    const noise = (n: number) => 2 * Math.PI * unit(seed, 21, n);
    this.#waves = [
      wave(scenario.daySwing, day, dayPhase),
      wave(scenario.daySwing * 0.3, day / 2, 2 * dayPhase + 1),
      wave(scenario.hourSwing, 2_820, noise(1)),
      wave(scenario.hourSwing * 0.6, 780, noise(2)),
      wave(scenario.hourSwing * 0.3, 290, noise(3)),
    ];
  }

  /** Level `t` seconds after the world's start; the mean is 1. */
  level(t: number): number {
    let sum = 1;
    for (const w of this.#waves) sum += w.swing * Math.sin(w.speed * t + w.phase);
    return sum;
  }

  /** Integral of the level from the world's start to `t`, in seconds. */
  integral(t: number): number {
    let sum = t;
    for (const w of this.#waves) {
      sum += (w.swing / w.speed) * (Math.cos(w.phase) - Math.cos(w.speed * t + w.phase));
    }
    return sum;
  }
}
