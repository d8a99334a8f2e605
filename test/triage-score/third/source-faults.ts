import type { Stream } from './cluster.ts';
import { hashOf, rampOf } from './draws.ts';
import type { Line, Plan, Scene } from './plan.ts';

/** Faults of what comes in, and of what is made of it. */

const indicesOf = (streams: readonly Stream[]): readonly number[] => streams.map(({ index }) => index);

function slowDisk(scene: Scene): Plan {
  const { d, begins, cluster } = scene;
  const busy = scene
    .serversWith('origin')
    .filter(({ index }) => cluster.streams.some((one) => scene.app(one.app).server === index));
  const server = d.pick(busy);
  const streams = indicesOf(
    cluster.streams.filter((one) => scene.app(one.app).server === server.index && scene.isOn(one)),
  );
  const points = d.between(48, 68);
  const over = d.between(10, 90);
  const strength = (s: number, t: number) => (streams.includes(s) ? rampOf(t, begins, over) : 0);
  return {
    effects: {
      sick: (s, t) => strength(s, t) * points * (0.85 + 0.15 * hashOf(s, 5)),
      bitrate: (s, t) => 1 - 0.12 * strength(s, t),
    },
    fault: {
      culprits: [scene.serverCulprit(server)],
      parts: ['ingest'],
      full: over,
      figures: ['streams hit', 'viewers hit'],
      streams,
      reasons: [
        { object: server.name, message: 'Raid array degraded, rebuild started' },
        { object: `Server: ${server.name}`, message: 'Backup of recordings started' },
      ],
      follows: [{ object: server.name, message: 'Segment write took longer than the segment' }],
    },
  };
}

/** What happens to all streams of a customer. */
function customerPlan(
  scene: Scene,
  reasons: (name: string) => readonly Line[],
  follows: (key: string) => Line,
) {
  const name = scene.customer(0.08, 0.55);
  const streams = scene.streamsOf(name);
  return {
    indices: indicesOf(streams),
    fault: {
      culprits: [scene.applicationCulprit(name)],
      parts: ['ingest'] as const,
      streams: indicesOf(streams),
      reasons: reasons(name),
      follows: streams.map(({ key }) => follows(key)),
    },
  };
}

function refused(scene: Scene): Plan {
  const { d, begins } = scene;
  const over = d.between(4, 40);
  const { indices, fault } = customerPlan(
    scene,
    (name) => [
      { object: name, message: 'Certificate for ingest expired' },
      { object: `Application: ${name}`, message: 'Publish secret rotated by customer portal' },
    ],
    (key) => ({ object: `Stream: ${key}`, message: 'Publish refused: not authorized' }),
  );
  return {
    effects: {
      publishes: (s, t) => (indices.includes(s) && t >= begins + over * hashOf(s, 6) ? 'no' : 'yes'),
    },
    fault: { ...fault, full: over, figures: ['streams lost', 'viewers lost', 'viewers hit'] },
  };
}

function weakerPublishers(scene: Scene): Plan {
  const { d, begins } = scene;
  const over = d.between(10, 90);
  const left = d.between(0.3, 0.55);
  const points = d.between(5, 30);
  const { indices, fault } = customerPlan(
    scene,
    (name) => [{ object: name, message: 'Encoder profile of customer changed to saver' }],
    (key) => ({ object: `Stream: ${key}`, message: 'Bitrate below configured minimum' }),
  );
  const strength = (s: number, t: number) => (indices.includes(s) ? rampOf(t, begins, over) : 0);
  return {
    effects: { bitrate: (s, t) => 1 - (1 - left) * strength(s, t), sick: (s, t) => points * strength(s, t) },
    fault: { ...fault, full: over, figures: ['streams hit', 'viewers hit'] },
  };
}

/** An encoder sends nothing more while its stream is listed; it is removed later, and its viewers leave. */
function encoderStops(scene: Scene): Plan {
  const { d, begins, cluster } = scene;
  const isOne = d.isIn(0.5);
  const stream = d.pick(cluster.streams.filter((one) => one.index < 3 && scene.isOn(one)));
  const { indices, fault } = customerPlan(
    scene,
    (name) => [{ object: name, message: 'Encoder fleet restart requested by customer' }],
    (key) => ({ object: `Stream: ${key}`, message: 'No media received, waiting' }),
  );
  const hit = isOne ? [stream.index] : indices;
  const removed = d.between(60, 150);
  const one = {
    ...fault,
    culprits: [{ kind: 'stream' as const, name: stream.key, also: [] }],
    streams: hit,
    reasons: [{ object: `Stream: ${stream.key}`, message: 'Encoder firmware update started' }],
    follows: [{ object: `Stream: ${stream.key}`, message: 'No media received, waiting' }],
  };
  const after = (t: number) => (t < begins + removed ? 'silent' : 'no');
  return {
    effects: {
      publishes: (s, t) => (hit.includes(s) && t >= begins ? after(t) : 'yes'),
      crowd: (s, t) => (hit.includes(s) ? 1 - 0.8 * rampOf(t, begins + 10, 80) : 1),
    },
    fault: {
      ...(isOne ? one : fault),
      full: 60,
      figures: ['streams lost', 'streams hit', 'viewers lost', 'viewers hit'],
    },
  };
}

/** A transcoder, and what is true when it is at fault. */
function transcoderPlan(scene: Scene) {
  const server = scene.d.pick(scene.serversWith('transcode'));
  const own = scene.appsOn(server.index).map(({ index }) => index);
  const fault = {
    culprits: [scene.serverCulprit(server)],
    parts: ['transcode'] as const,
    figures: ['streams hit', 'viewers hit'] as const,
    streams: indicesOf(
      scene.cluster.streams.filter((one) => own.includes(one.coder ?? -1) && scene.isOn(one)),
    ),
  };
  return { server, own, fault };
}

function transcoderGone(scene: Scene): Plan {
  const { begins } = scene;
  const { server, fault } = transcoderPlan(scene);
  return {
    effects: { isUp: (one, t) => one !== server.index || t < begins },
    fault: {
      ...fault,
      full: 0,
      reasons: [
        { object: server.name, message: 'Graphics driver reset, machine restarts' },
        { object: `Server: ${server.name}`, message: 'Instance reclaimed by cloud provider' },
      ],
      follows: [{ object: 'ClusterManager', message: `Connection to ${server.name} closed by peer` }],
    },
  };
}

function transcoderThrottled(scene: Scene): Plan {
  const { d, begins } = scene;
  const { server, own, fault } = transcoderPlan(scene);
  const lost = d.between(0.45, 0.75);
  const over = d.between(4, 60);
  return {
    effects: {
      transcodes: (app, t) => 1 - (own.includes(app) ? lost * rampOf(t, begins, over) : 0),
      cpu: (one, t) => (one === server.index ? 58 * rampOf(t, begins, over) : 0),
    },
    fault: {
      ...fault,
      full: over,
      reasons: [
        { object: server.name, message: 'Thermal limit reached, clock reduced' },
        { object: `Server: ${server.name}`, message: 'Power profile set to balanced' },
      ],
      follows: [{ object: server.name, message: 'Encoder queue behind real time' }],
    },
  };
}

export const sourceFaults = {
  'slow-disk': slowDisk,
  refused,
  'weaker-publishers': weakerPublishers,
  'encoder-stops': encoderStops,
  'transcoder-gone': transcoderGone,
  'transcoder-throttled': transcoderThrottled,
};
