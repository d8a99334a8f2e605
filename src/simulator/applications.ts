import { cell } from './column.ts';
import type { AppNode } from './layout.ts';
import { uptimeOf } from './ledger.ts';
import { hash, unit } from './rng.ts';
import { linksOf } from './servers.ts';
import { backSince } from './story-effects.ts';
import type { World } from './world.ts';

/** The fields by which applications can be ordered. */
export const applicationFields = [
  'id',
  'name',
  'type',
  'class',
  'streamCount',
  'viewerCount',
  'connectionCount',
  'inBandwidth',
  'outBandwidth',
  'inTotalBytes',
  'outTotalBytes',
  'clusterType',
  'clusterConnection',
] as const;

const classes = { origin: 'OriginApplication', transcode: 'TranscodeApplication', edge: 'EdgeApplication' };

/** All present applications, as the API lists them (A7). */
export function listedApplications(world: World): Record<string, unknown>[] {
  const { appAlive } = world.frame();
  const all = world.model.layout.apps.map((node, app) => ({ node, app }));
  return all.filter(({ app }) => appAlive[app] === 1).map(({ node, app }) => itemOf(world, app, node));
}

function itemOf(world: World, app: number, node: AppNode): Record<string, unknown> {
  const { ledger } = world;
  const frame = world.frame();
  const links = linksOf(world, app);
  return {
    id: node.id,
    name: node.name,
    type: node.role.toUpperCase(),
    class: `com.cast.server.app.${classes[node.role]}`,
    streamCount: frame.appStreams[app],
    viewerCount: frame.appViewers[app],
    connectionCount: cell(frame.appViewers, app) + links.up.length + links.down.length,
    inBandwidth: frame.appIn[app],
    outBandwidth: frame.appOut[app],
    inTotalBytes: ledger.inTotal(app, frame.ms),
    outTotalBytes: ledger.outTotal(app, frame.ms),
    clusterType: true,
    clusterConnection: true,
    clusterConnectionData: connectionOf(world, app, node.server),
  };
}

function connectionOf(world: World, app: number, server: number): Record<string, unknown> {
  const { model } = world;
  const frame = world.frame();
  // A server that died connects again after its return, and a restart of the cluster reconnects all.
  const back = backSince(model, server, frame.ms / 1000) ?? -uptimeOf(model, server);
  const start = Math.max(back * 1000, model.epoch);
  const seconds = Math.max(0, (frame.ms - start) / 1000);
  const manager = model.layout.servers[server % 2]?.name ?? '';
  const noise = unit(model.seed, 92, app, frame.ms / 1000);
  return {
    cmIdentity: manager,
    connectionState: 'AUTHENTICATED',
    startDate: world.unix(start),
    latency: Math.round(1 + (hash(model.seed, 91, app) % 22) + 3 * noise),
    packetReceived: Math.floor(seconds * 3),
    packetSend: Math.floor(seconds * 4),
  };
}
