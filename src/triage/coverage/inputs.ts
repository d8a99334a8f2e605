import { isNoData } from '../../cluster/figures.ts';
import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import type { Application } from '../../protocol/application.ts';
import { limitedMeasures, limitedMembers } from '../../protocol/dashboard.ts';
import type { Stream } from '../../protocol/stream.ts';
import { isKnownGrade, isOff } from '../stream-health.ts';
import { countedRoles, groupsInDoubt } from './group-sizes.ts';
import {
  type Found,
  gradesIn,
  inDashboard,
  journal,
  ofApplications,
  ofServers,
  ofStreams,
  serverList,
  sweptReading,
} from './readings.ts';

/** What a link is judged by, besides its flag. */
const linkMembers = ['connectionState', 'startDate', 'latency', 'packetReceived', 'packetSend'] as const;

/** What is read of the cluster's answers, and by which rules judge. Each rule names those that it reads (`Rule.inputs`). */
interface Input {
  /** Undefined if there is no list whose items could have it. */
  readonly read: (state: ClusterState, servers?: readonly ServerRecord[]) => Found | undefined;
  /**
   * Without it nobody can say that all is well, whether it is absent or unreadable. Otherwise it is only a remark: harm
   * shows in another figure, or servers may leave it out.
   */
  readonly decides: boolean;
}

const totalOf = (measure: keyof typeof limitedMembers) =>
  inDashboard([`${limitedMembers[measure]}.total.value`]);
const ofEach = (...rest: readonly string[]) =>
  limitedMeasures.flatMap((measure) => rest.map((path) => `${limitedMembers[measure]}.${path}`));

export const inputs = {
  viewers: { read: totalOf('viewers'), decides: true },
  streams: { read: totalOf('streams'), decides: true },
  in: { read: totalOf('in'), decides: true },
  out: { read: totalOf('out'), decides: true },
  // Transcoders are optional.
  transcode: { read: totalOf('transcode'), decides: false },
  // null is an answer: unlimited.
  limits: { read: inDashboard(ofEach('total.limit', 'groups.*.limit'), 'null is a value'), decides: false },
  groups: { read: inDashboard(ofEach('groups.*.value')), decides: false },
  'sent bytes': {
    read: inDashboard(['incomingTraffic.totalBytes', 'outgoingTraffic.totalBytes']),
    decides: false,
  },
  'viewer health': { read: gradesIn('viewerHealthSummary'), decides: true },
  'stream grades': { read: gradesIn('streamHealthSummary'), decides: false },
  'group sizes': {
    read: inDashboard(
      countedRoles.map((role) => `appGroupStats.${role}.groups.*.limit`),
      'null is a value',
    ),
    decides: false,
  },
  cpu: { read: ofServers(['serverStats.cpuUsage']), decides: true },
  mem: { read: ofServers(['serverStats.memUsage']), decides: true },
  bandwidth: {
    read: ofServers(['serverStats.inBandwidth.usage', 'serverStats.outBandwidth.usage'], ({ serverStats }) =>
      [serverStats?.inBandwidth, serverStats?.outBandwidth].some(
        (way) => way?.cap !== null && way?.usage == null,
      ),
    ),
    decides: true,
  },
  'bandwidth caps': {
    read: ofServers(['serverStats.inBandwidth.cap', 'serverStats.outBandwidth.cap'], 'null is a value'),
    decides: false,
  },
  'application load': {
    read: ofServers(['applications.*.viewers.count', 'applications.*.streams.count']),
    decides: false,
  },
  'application caps': {
    read: ofServers(['applications.*.viewers.cap', 'applications.*.streams.cap'], 'null is a value'),
    decides: false,
  },
  'application traffic': { read: ofServers(['applications.*.bandwidth.outBandwidth']), decides: false },
  managers: { read: managers, decides: true },
  'group servers': { read: groupsInDoubt, decides: true },
  servers: { read: serverList, decides: true },
  'stream list': { read: ({ streamSweep }) => sweptReading(streamSweep), decides: true },
  'stream health': { read: ofStreams(['healthScore', 'healthGrade'], lacksHealth), decides: true },
  // Where one of both is known, health is judged by it.
  'stream scores': { read: ofStreams(['healthScore', 'healthGrade'], lacksScore), decides: false },
  'stream viewers': { read: ofStreams(['viewerCount']), decides: true },
  'stream traffic': {
    read: ofStreams(['state', 'startTime', 'inBandwidth', 'inTotalBytes']),
    decides: false,
  },
  'application list': { read: ({ applicationSweep }) => sweptReading(applicationSweep), decides: true },
  links: {
    read: ofApplications(['clusterType', 'clusterConnection', 'clusterConnectionData'], lacksLink),
    decides: true,
  },
  'link figures': {
    read: ofApplications(
      ['clusterType', 'clusterConnection', ...linkMembers.map((member) => `clusterConnectionData.${member}`)],
      lacksLinkFigures,
    ),
    decides: false,
  },
  journal: { read: journal, decides: true },
} as const satisfies Record<string, Input>;

/** Figures by which problems are judged, if they come from the cluster. */
export type JudgedFigure = keyof typeof inputs;

/** Which servers are managers. One that does not say could be the missing one, unless enough others are. */
function managers(state: ClusterState): Found | undefined {
  const found = ofServers(['clusterManager'])(state);
  const known = state.servers.filter(({ misses, server }) => misses === 0 && server.clusterManager).length;
  return found && known > 1 ? { ...found, reading: 'read', missing: 0 } : found;
}

function lacksScore(stream: Stream): boolean {
  const { healthScore, healthGrade } = stream;
  return !isOff(stream) && (healthGrade == null || (healthScore == null && !isNoData(healthGrade)));
}

/** Neither a score nor a grade that castwatch knows. */
function lacksHealth(stream: Stream): boolean {
  const { healthScore, healthGrade } = stream;
  return !isOff(stream) && healthScore == null && !isKnownGrade(healthGrade);
}

/** The one state that the API shows; another word is not read where no flag decides. */
const LINKED = 'AUTHENTICATED';

/** Whether a member of the cluster is connected; without `clusterType` a lost link may belong to an outsider. */
function lacksLink({ clusterType, clusterConnection, clusterConnectionData }: Application): boolean {
  if (clusterType === false) return false;
  if (clusterConnection == null) return clusterConnectionData?.connectionState?.toUpperCase() !== LINKED;
  return !clusterConnection && clusterType == null && clusterConnectionData == null;
}

function lacksLinkFigures({
  clusterType,
  clusterConnection,
  clusterConnectionData: link,
}: Application): boolean {
  if (clusterType === false || clusterConnection === false) return false;
  return (
    clusterType == null || clusterConnection == null || linkMembers.some((member) => link?.[member] == null)
  );
}
