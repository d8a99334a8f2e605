import { hash } from '../rng.ts';
import type { World } from '../world.ts';

/** The envelope of interface A. */
export function answer(world: World, data: unknown, message?: string): Record<string, unknown> {
  const meta = { executionTime: executionTime(world), generatedAt: world.now() };
  const body: Record<string, unknown> = data === undefined ? { meta } : { data, meta };
  if (message !== undefined) body.message = message;
  return body;
}

/** Milliseconds, invented: a measured time would differ between runs. */
function executionTime(world: World): number {
  return 1 + (hash(world.model.seed, 111, Math.floor(world.elapsed)) % 9);
}
