import type { Role, Server } from './cluster.ts';
import { rampOf } from './draws.ts';
import type { Culprit, Part, Plan, Scene } from './plan.ts';

/** Faults between the cluster and its viewers. */

function edgeCrash(scene: Scene): Plan {
  const { d, begins } = scene;
  const server = scene.edge();
  const { index, name } = server;
  return {
    effects: { isUp: (one, t) => one !== index || t < begins, returns: d.pick([0, 0.3, 0.6, 0.9]) },
    fault: {
      culprits: [scene.serverCulprit(server)],
      parts: ['delivery'],
      full: 0,
      figures: ['viewers lost', 'viewers hit'],
      apps: scene.appsOn(index).map((app) => app.index),
      reasons: [
        { object: name, message: 'Kernel update applied, reboot requested by unattended upgrade' },
        { object: `Server: ${name}`, message: 'Power supply failure reported by management controller' },
        { object: name, message: 'Out of memory: streaming process killed' },
      ],
      follows: [{ object: 'ClusterManager', message: `Connection to ${name} closed by peer` }],
    },
  };
}

/** A group that has edges, and no manager. */
function edgeGroup(scene: Scene): string {
  const { servers } = scene.cluster;
  const groups = [...new Set(scene.serversWith('edge').map(({ group }) => group))];
  const free = groups.filter((group) => servers.every((one) => one.group !== group || !one.isManager));
  return scene.d.pick(free.length > 0 ? free : groups);
}

function groupOut(scene: Scene, isUp: (t: number) => boolean): Plan {
  const { d, begins, cluster } = scene;
  const group = edgeGroup(scene);
  const inside = cluster.servers.filter((one) => one.group === group && !one.isManager);
  const out = new Set(inside.map(({ index }) => index));
  const apps = cluster.apps.filter(({ server }) => out.has(server));
  const has = (role: Role) => apps.some((app) => app.role === role || (role === 'edge' && app.isMono));
  const parts: readonly Part[] = [
    ...(has('origin') ? (['ingest'] as const) : []),
    ...(has('transcode') ? (['transcode'] as const) : []),
    ...(has('edge') ? (['delivery'] as const) : []),
  ];
  return {
    effects: {
      isUp: (one, t) => !out.has(one) || t < begins || isUp(t - begins),
      returns: d.pick([0, 0.4, 0.8]),
    },
    fault: {
      culprits: [
        { kind: 'group', name: group, also: inside.length === 1 ? inside.map(({ name }) => name) : [] },
      ],
      parts,
      full: 0,
      figures: ['viewers lost', 'viewers hit'],
      apps: apps.map(({ index }) => index),
      reasons: [
        { object: group, message: 'Uplink switch firmware upgrade started' },
        { object: `Group: ${group}`, message: 'Routing session to provider reset' },
      ],
      follows: inside.map(({ name }) => ({
        object: 'ClusterManager',
        message: `Connection to ${name} closed by peer`,
      })),
    },
  };
}

const siteCut = (scene: Scene): Plan => groupOut(scene, () => false);

function flappingRegion(scene: Scene): Plan {
  const period = scene.d.between(46, 52);
  const out = scene.d.between(9, 18);
  const plan = groupOut(scene, (since) => since % period >= out);
  return plan.fault ? { ...plan, fault: { ...plan.fault, full: 2 * period } } : plan;
}

function edgeFull(scene: Scene): Plan {
  const { d, begins } = scene;
  const server = scene.edge();
  const apps = scene.appsOn(server.index);
  const room = d.between(1.2, 1.3);
  const peaks = apps.map(({ index }) => scene.peak((t) => scene.viewersAt(index, t)));
  apps.forEach((app, n) => {
    app.viewersCap = Math.ceil((peaks[n] ?? 0) * room);
  });
  const own = new Set(apps.map(({ index }) => index));
  const risen = Math.max(...apps.map(({ index }, n) => (peaks[n] ?? 0) / scene.viewersAt(index)));
  const rise = room * risen * d.between(1.15, 1.4) - 1;
  const over = d.between(60, 150);
  const crowdAt = (_: number, app: number, t: number) =>
    1 + (own.has(app) ? rise * rampOf(t, begins, over) : 0);
  return {
    effects: { crowdAt, refuses: true },
    without: { crowdAt },
    fault: {
      culprits: [scene.serverCulprit(server)],
      parts: ['delivery', 'limits'],
      full: over,
      figures: ['viewers lost', 'viewers hit', 'viewers there'],
      apps: [...own],
      reasons: [{ object: server.name, message: 'Geo weights reloaded, share of this edge raised' }],
      follows: [{ object: server.name, message: 'Viewer rejected: limit of connections reached' }],
    },
  };
}

function edgeSlow(scene: Scene): Plan {
  const { d, begins } = scene;
  const server = scene.edge();
  const apps = scene.appsOn(server.index).map(({ index }) => index);
  const lost = d.between(0.35, 0.65);
  const over = d.between(2, 40);
  const leave = d.pick([0, 0.1, 0.2]);
  const strength = (app: number, t: number) => (apps.includes(app) ? rampOf(t, begins, over) : 0);
  return {
    effects: {
      delivers: (app, t) => 1 - lost * strength(app, t),
      route: (app, t) => 1 - leave * strength(app, t),
    },
    fault: {
      culprits: [scene.serverCulprit(server)],
      parts: ['delivery'],
      full: over,
      figures: ['viewers hit', 'viewers there', 'viewers lost'],
      apps,
      reasons: [
        { object: server.name, message: 'Network interface renegotiated link at a lower speed' },
        { object: `Server: ${server.name}`, message: 'Traffic shaping profile replaced' },
      ],
      follows: [],
    },
  };
}

/** Nearly all viewers of an edge, or of the edges of a group, go to another one. */
function moved(scene: Scene): Plan {
  const { d, begins, cluster } = scene;
  const edges = scene.serversWith('edge');
  const isOfGroup = new Set(edges.map(({ group }) => group)).size > 1 && d.isIn(0.4);
  const nameOf = ({ name, group }: Server) => (isOfGroup ? group : name);
  const source = scene.edge();
  const target = d.pick(edges.filter((one) => nameOf(one) !== nameOf(source)));
  const appsOf = (one: Server) =>
    edges.filter((edge) => nameOf(edge) === nameOf(one)).flatMap(({ index }) => scene.appsOn(index));
  const [from, to] = [appsOf(source), appsOf(target)].map((apps) => apps.map(({ index }) => index));
  const part = d.between(0.75, 0.95);
  const culprit: Culprit = isOfGroup
    ? { kind: 'group', name: source.group, also: [] }
    : scene.serverCulprit(source);
  return {
    effects: {
      route: (app, t) => 1 - (from?.includes(app) ? part * rampOf(t, begins, 20) : 0),
      returns: 1,
      returnTo: to ?? [],
    },
    fault: {
      culprits: [{ ...culprit, also: [...culprit.also, nameOf(target)] }],
      parts: ['delivery', 'control plane'],
      full: 60,
      figures: ['viewers hit', 'viewers moved'],
      apps: from ?? [],
      reasons: [
        { object: 'Balancer', message: `Weight of ${nameOf(source)} set to one by operator` },
        { object: source.name, message: 'Redirect rule activated' },
      ],
      follows:
        cluster.style.linesPerSecond > 1
          ? [{ object: target.name, message: 'Connection pool enlarged' }]
          : [],
    },
  };
}

function noisyNeighbour(scene: Scene): Plan {
  const { d, begins, cluster } = scene;
  const edge = scene.edge();
  const apps = scene.appsOn(edge.index).map(({ index }) => index);
  const served = (app: number, s: number) =>
    (cluster.streams[s]?.shares[cluster.serving.indexOf(app)] ?? 0) * scene.audience(s);
  const usual = cluster.streams.map(({ index, perViewer }) =>
    apps.reduce((sum, app) => sum + served(app, index) * perViewer, 0),
  );
  const all = usual.reduce((a, b) => a + b, 0);
  const noisy = d.pick(
    cluster.streams.filter((one) => {
      const own = usual[one.index] ?? 0;
      return scene.isOn(one) && one.index < 40 && own > 0.004 * all && own < 0.2 * all;
    }),
  );
  const own = usual[noisy.index] ?? 1;
  const capacity = all * d.between(1.6, 2);
  edge.outCap = Math.round(capacity);
  const surge = (capacity * d.between(1.25, 1.7) - (all - own)) / own;
  const over = d.between(30, 100);
  return {
    effects: {
      crowdAt: (s, app, t) =>
        s === noisy.index && apps.includes(app) ? 1 + (surge - 1) * rampOf(t, begins, over) : 1,
    },
    fault: {
      culprits: [{ kind: 'stream', name: noisy.key, also: [edge.name, ...scene.serverCulprit(edge).also] }],
      parts: ['delivery', 'limits'],
      full: over + 20,
      figures: ['viewers hit', 'viewers gained'],
      apps,
      reasons: [{ object: `Stream: ${noisy.key}`, message: 'Embedded on a front page by its customer' }],
      follows: [{ object: edge.name, message: 'Send queue of network interface is full' }],
    },
  };
}

export const deliveryFaults = {
  'edge-crash': edgeCrash,
  'site-cut': siteCut,
  'edge-full': edgeFull,
  'edge-slow': edgeSlow,
  moved,
  'flapping-region': flappingRegion,
  'noisy-neighbour': noisyNeighbour,
};
