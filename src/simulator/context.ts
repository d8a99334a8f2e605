import type { Clock } from '../base/clock.ts';
import type { CloudStreams } from './cloud.ts';
import type { Users } from './users.ts';
import type { World } from './world.ts';

/** What the routes work with. */
export interface Context {
  readonly world: World;
  readonly users: Users;
  readonly cloud: CloudStreams;
  readonly clock: Clock;
  readonly apiKey: string;
  /** Of interface A; undefined: only tokens count. */
  readonly serverKey: string | undefined;
  readonly tokenLifetimeMs: number;
}
