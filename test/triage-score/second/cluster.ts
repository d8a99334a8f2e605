import type { AppNode, Layout } from '../../../src/simulator/layout.ts';
import { between, hash, pick, unit } from '../../../src/simulator/rng.ts';
import { type Scenario, scenarios } from '../../../src/simulator/scenarios.ts';

/** Sites, each a group of servers; the two named in a row are never in the same cluster size. */
const sites = ['par', 'waw', 'mad', 'sto', 'vie', 'mil', 'lis'];
/** Customers. Each has an application of its name on several origins. */
const customers = ['meridian-live', 'pulse-tv', 'civic', 'orbit-sport'];

const sizes = [
  { servers: 11, streams: 48 },
  { servers: 16, streams: 110 },
  { servers: 27, streams: 200 },
  { servers: 46, streams: 420 },
] as const;

/** The cluster of a number: traffic with chance in it, and a tide that is stronger in some of them. */
export function scenarioOf(seed: number): Scenario {
  const some = (purpose: number, low: number, high: number) => between(low, high, unit(seed, 301, purpose));
  return {
    ...scenarios.steady,
    ...pick(sizes, hash(seed, 302)),
    streamsPerBackup: 25,
    journalRate: some(1, 0.2, 4),
    viewersPerStream: Math.round(some(2, 40, 400)),
    alwaysOn: some(3, 0.8, 1),
    daySwing: some(4, 0.02, 0.12),
    hourSwing: some(5, 0.005, 0.03),
    churn: some(6, 0.5, 1.5),
    utilisation: { bandwidth: some(7, 0.4, 0.6), viewers: 0.4, streams: 0.6, tasks: some(8, 0.5, 0.75) },
  };
}

/** Two managers; half of the rest or more are edges. Sites have different numbers of servers. */
export function layoutOf({ servers: count }: Scenario): Layout {
  const groups = sites.slice(0, Math.min(sites.length, Math.max(2, Math.floor(count / 5))));
  const servers: {
    name: string;
    hostName: string;
    role: AppNode['role'] | 'manager';
    group: number;
    apps: number[];
  }[] = [];
  const apps: AppNode[] = [];
  const numbers = new Map<string, number>();
  const addServer = (
    role: AppNode['role'] | 'manager',
    prefix: string,
    group: number,
    names?: readonly string[],
  ) => {
    const stem = `${prefix}-${groups[group]}`;
    const number = (numbers.get(stem) ?? 0) + 1;
    numbers.set(stem, number);
    const name = `${stem}-${number}`;
    const own: number[] = [];
    if (role !== 'manager') {
      for (const app of names ?? [name.replace('tc-', 'transcode-')]) {
        own.push(apps.length);
        apps.push({ id: `${1000 + apps.length}`, name: app, role, server: servers.length, group });
      }
    }
    servers.push({ name, hostName: `${name}.net.example`, role, group, apps: own });
  };
  const rest = count - 2;
  const origins = Math.max(2, Math.round(rest * 0.2));
  const transcoders = Math.max(2, Math.round(rest * 0.25));
  for (let i = 0; i < 2; i++) addServer('manager', 'ctl', i);
  for (let i = 0; i < origins; i++) {
    const names = [0, 1].map((n) => customers[(i + n) % Math.min(customers.length, origins)] ?? 'civic');
    addServer('origin', 'ing', i % groups.length, names);
  }
  for (let i = 0; i < transcoders; i++) addServer('transcode', 'tc', (i * 2) % groups.length);
  for (let i = 0; i < rest - origins - transcoders; i++) addServer('edge', 'edge', i % groups.length);
  const of = (role: AppNode['role']) => apps.flatMap((app, index) => (app.role === role ? [index] : []));
  const byRole = { origin: of('origin'), transcode: of('transcode'), edge: of('edge') };
  const split = (list: readonly number[]) =>
    groups.map((_, g) => list.filter((app) => apps[app]?.group === g));
  const inGroup = {
    origin: split(byRole.origin),
    transcode: split(byRole.transcode),
    edge: split(byRole.edge),
  };
  return { groups, servers, apps, byRole, inGroup };
}
