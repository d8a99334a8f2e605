import { ingestName, sites } from './names.ts';
import type { Scenario } from './scenarios.ts';

type Role = 'manager' | 'origin' | 'transcode' | 'edge';

interface ServerNode {
  readonly name: string;
  readonly hostName: string;
  readonly role: Role;
  readonly group: number;
  /** Indices in `Layout.apps`. */
  readonly apps: number[];
}

export interface AppNode {
  readonly id: string;
  readonly name: string;
  readonly role: Exclude<Role, 'manager'>;
  readonly server: number;
  readonly group: number;
}

/** Servers and applications in their groups. It never changes. */
export interface Layout {
  readonly groups: readonly string[];
  readonly servers: readonly ServerNode[];
  readonly apps: readonly AppNode[];
  /** Application indices by role. */
  readonly byRole: Readonly<Record<AppNode['role'], readonly number[]>>;
  /** The same, by group. */
  readonly inGroup: Readonly<Record<AppNode['role'], readonly (readonly number[])[]>>;
}

/**
 * Two managers (one more for each hundred servers); half of the rest are edges, a good quarter transcoders, the
 * remainder origins with two ingest applications each. All are spread evenly over the groups.
 */
export function buildLayout(scenario: Scenario): Layout {
  const count = scenario.servers;
  const groupCount = Math.min(sites.length, Math.max(2, Math.round(count / 6)));
  const managers = 2 + Math.floor(count / 100);
  const rest = count - managers;
  const edges = Math.round(rest * 0.5);
  const transcoders = Math.max(2, Math.round(rest * 0.28));
  const servers: ServerNode[] = [];
  const apps: AppNode[] = [];
  const byRole = { origin: [] as number[], transcode: [] as number[], edge: [] as number[] };
  const numbers = new Map<string, number>();

  const addApp = (server: number, role: AppNode['role'], name: string) => {
    const node = servers[server] as ServerNode;
    const id = `app-${(apps.length + 1).toString().padStart(4, '0')}`;
    node.apps.push(apps.length);
    byRole[role].push(apps.length);
    apps.push({ id, name, role, server, group: node.group });
  };
  const addServer = (role: Role, prefix: string, nth: number) => {
    const group = nth % groupCount;
    const pair = sites[group] as (typeof sites)[number];
    // The second site of a region is used once the first has three servers of a kind.
    const round = Math.floor(nth / groupCount);
    const site = pair[round < 3 ? 0 : round % 2] ?? pair[0];
    const stem = `${prefix}-${site.code}`;
    const number = (numbers.get(stem) ?? 0) + 1;
    numbers.set(stem, number);
    const name = `${stem}-${number}`;
    servers.push({ name, hostName: `${name}.cast.example`, role, group, apps: [] });
    return servers.length - 1;
  };

  for (let i = 0; i < managers; i++) addServer('manager', 'cm', i);
  for (let i = 0; i < rest - edges - transcoders; i++) {
    const server = addServer('origin', 'origin', i);
    addApp(server, 'origin', ingestName(2 * i));
    addApp(server, 'origin', ingestName(2 * i + 1));
  }
  for (let i = 0; i < transcoders; i++) {
    const server = addServer('transcode', 'transcode', i);
    addApp(server, 'transcode', (servers[server] as ServerNode).name.replace('transcode', 'abr'));
  }
  for (let i = 0; i < edges; i++) {
    const server = addServer('edge', 'edge', i);
    addApp(server, 'edge', (servers[server] as ServerNode).name.replace('edge', 'play'));
  }
  const groups = sites.slice(0, groupCount).map(([site]) => site.group);
  const split = (list: readonly number[]) => groups.map((_, g) => list.filter((a) => apps[a]?.group === g));
  const inGroup = {
    origin: split(byRole.origin),
    transcode: split(byRole.transcode),
    edge: split(byRole.edge),
  };
  return { groups, servers, apps, byRole, inGroup };
}
