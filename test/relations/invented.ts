import type { App, Cluster } from '../triage-score/third/cluster.ts';
import { rampOf } from '../triage-score/third/draws.ts';
import type { Effects } from '../triage-score/third/effects.ts';

/** Incidents that were invented to be looked at. Each was told wrongly once. */

export const BEGINS_S = 200;

export interface Invented {
  readonly what: string;
  readonly seed: number;
  readonly effects: (cluster: Cluster) => Effects;
  /** Seconds after it began, and the severity, kind and object of each incident then; and where it hits nobody, that. */
  readonly told: Readonly<Record<number, readonly string[]>>;
  /** How many viewers the first of them has lost then, to a tenth. */
  readonly lost?: Readonly<Record<number, number>>;
}

export const ramp = (t: number, seconds: number) => rampOf(t, BEGINS_S, seconds);
export const isDuring = (t: number, seconds: number) => t >= BEGINS_S && t < BEGINS_S + seconds;

export function appOf({ apps }: Cluster, role: App['role'], nth = 0): App {
  const app = apps.filter((one) => one.role === role && !one.isMono)[nth];
  if (!app) throw new Error(`no application of role ${role}`);
  return app;
}

/** The groups that have edges. */
export const regionsOf = ({ apps, servers }: Cluster) => [
  ...new Set(apps.flatMap(({ role, server }) => (role === 'edge' ? servers[server]?.group : []))),
];

export const isOfCustomer =
  ({ apps, streams }: Cluster, name: string) =>
  (stream: number) =>
    apps[streams[stream]?.app ?? -1]?.name === name;
