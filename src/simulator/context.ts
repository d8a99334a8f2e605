import type { Clock } from '../base/clock.ts';
import type { CloudStreams } from './cloud.ts';
import type { Users } from './users.ts';
import type { World } from './world.ts';

/** What the routes need. */
export interface Context {
  readonly world: World;
  readonly users: Users;
  readonly cloud: CloudStreams;
  readonly clock: Clock;
  readonly apiKey: string;
  /** The API key of interface A; undefined: only tokens are accepted. */
  readonly serverKey: string | undefined;
  readonly tokenLifetimeMs: number;
}
