import { rampOf } from './draws.ts';
import { ofCluster, type Part, type Plan, type Scene } from './plan.ts';

/** Faults of the control plane, of limits and machines, and what only looks like a fault. */

function silent(scene: Scene): Plan {
  return {
    effects: { journalEnds: scene.begins },
    fault: {
      culprits: [ofCluster('journal')],
      parts: ['control plane'],
      full: 60,
      figures: [],
      reasons: [],
      follows: [],
    },
  };
}

function frozen({ begins }: Scene): Plan {
  return {
    effects: { totalsOf: (t) => Math.min(t, begins) },
    fault: {
      culprits: [ofCluster('dashboard')],
      parts: ['control plane'],
      full: 30,
      figures: [],
      reasons: [{ object: 'Statistics', message: 'Aggregation interval reloaded' }],
      follows: [],
    },
  };
}

function disagreeing({ begins, d }: Scene): Plan {
  const part = d.between(0.5, 0.8);
  return {
    effects: { totalsBy: (t) => (t < begins ? 1 : part) },
    fault: {
      culprits: [ofCluster('dashboard')],
      parts: ['control plane'],
      full: 0,
      figures: [],
      reasons: [{ object: 'Statistics', message: 'Aggregation moved to the second manager' }],
      follows: [],
    },
  };
}

function linkLost(scene: Scene): Plan {
  const { d, begins, cluster } = scene;
  const app = d.pick(cluster.apps.filter(({ isMono }) => !isMono));
  const server = scene.server(app.server);
  return {
    effects: { isLinked: (one, t) => one !== app.index || t < begins },
    fault: {
      culprits: [{ kind: 'application', name: app.name, also: [app.id, server.name] }],
      parts: ['control plane'],
      full: 0,
      figures: [],
      reasons: [{ object: server.name, message: 'Firewall rules reloaded' }],
      follows: [{ object: 'ClusterManager', message: `Heartbeat of ${app.name} on ${server.name} missed` }],
    },
  };
}

function surge(scene: Scene): Plan {
  const { d, begins, cluster } = scene;
  const usual = scene.total();
  const limit = Math.ceil(scene.peak((t) => scene.total(t)) * d.between(1.35, 1.7));
  cluster.limits.viewers = limit;
  const over = d.between(60, 240);
  const rise = (limit * d.between(0.99, 1.12)) / usual - 1;
  return {
    effects: { crowd: (_, t) => 1 + rise * rampOf(t, begins, over), refuses: true },
    fault: {
      culprits: [ofCluster('viewers')],
      // Nothing of the cluster is at fault, but the limit.
      parts: [],
      full: over,
      figures: ['viewers gained', 'viewers hit'],
      reasons: [{ object: 'Portal', message: 'Push notification sent to all subscribers' }],
      follows: [{ object: 'License', message: 'Viewers close to the licensed number' }],
    },
  };
}

function hotServer(scene: Scene): Plan {
  const { d, begins } = scene;
  const role = d.pick(['origin', 'transcode', 'edge'] as const);
  const server = d.pick(scene.serversWith(role));
  const part: Record<typeof role, Part> = { origin: 'ingest', transcode: 'transcode', edge: 'delivery' };
  const isLeak = d.isIn(0.6);
  const over = isLeak ? d.between(150, 360) : d.between(10, 60);
  const rest = isLeak ? 98 - server.mem : 98 - server.cpu - 17;
  const more = (one: number, t: number) => (one === server.index ? rest * rampOf(t, begins, over) : 0);
  return {
    effects: isLeak ? { mem: more } : { cpu: more },
    fault: {
      culprits: [scene.serverCulprit(server)],
      parts: [part[role]],
      full: over,
      figures: [],
      reasons: isLeak
        ? [{ object: server.name, message: 'Recorder module loaded' }]
        : [{ object: server.name, message: 'Full scan of antivirus started' }],
      follows: [],
    },
  };
}

/** A server gets another name; host and applications stay. */
function renamed(scene: Scene): Plan {
  const { d, begins, cluster } = scene;
  const server = d.pick(cluster.servers.filter(({ isManager }) => !isManager));
  const name = `new${server.name}`;
  return { effects: { nameOf: (one, t) => (one === server.index && t >= begins ? name : undefined) } };
}

function spike(scene: Scene): Plan {
  const { d, begins, cluster } = scene;
  const isAll = d.isIn(0.5);
  const streams = isAll ? cluster.streams : scene.streamsOf(scene.customer(0.05, 0.6));
  const inside = new Set(streams.map(({ index }) => index));
  const by = d.between(0.3, 1.2);
  const isOn = (t: number) => t >= begins && t < begins + 20;
  return { effects: { crowd: (s, t) => 1 + (inside.has(s) && isOn(t) ? by : 0) } };
}

/** People leave a large show before its end, and the rest when it is over. */
function plannedEnd(scene: Scene): Plan {
  const { d, begins, cluster } = scene;
  const show = d.pick(cluster.streams.filter((one) => one.index < 3 && scene.isOn(one)));
  return {
    effects: {
      crowd: (s, t) => (s === show.index ? 1 - 0.5 * rampOf(t, begins, 120) : 1),
      publishes: (s, t) => (s === show.index && t >= begins + 130 ? 'no' : 'yes'),
    },
  };
}

const calm = (): Plan => ({ effects: {} });

export const controlFaults = {
  silent,
  frozen,
  disagreeing,
  'link-lost': linkLost,
  surge,
  'hot-server': hotServer,
  renamed,
  spike,
  'planned-end': plannedEnd,
  calm,
};
