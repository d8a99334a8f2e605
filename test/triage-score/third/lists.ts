import type { App, Cluster, Stream } from './cluster.ts';
import type { Frame } from './course.ts';
import { gradeOf } from './figures.ts';

/** The rows of the lists: streams, applications. */

export interface StreamRow {
  readonly id: string;
  readonly application: string;
  readonly streamKey: string;
  readonly state: string;
  readonly startTime: number;
  readonly viewerCount: number;
  readonly [field: string]: unknown;
}

/** The rows of all streams, and of their copies as this cluster lists them. */
export function streamRows(cluster: Cluster, frame: Frame): readonly StreamRow[] {
  const { streams, apps, serving, style } = cluster;
  const width = serving.length;
  return streams.flatMap((stream) => {
    const { index, app, coder, renditions, key, perViewer } = stream;
    if (frame.publishes[index] === 'no') return [];
    const score = frame.score[index] ?? 0;
    const bitrate = frame.bitrate[index] ?? 0;
    const [totalIn, totalOut] = [frame.streamIn[index] ?? 0, frame.streamOut[index] ?? 0];
    const ladder = score > 0 ? Math.max(1, score - (frame.ladderSick[index] ?? 0)) : 0;
    const delivered = (k: number) =>
      bitrate > 0 ? (frame.cells[index * width + k] ?? 0) * perViewer * (frame.delivered[k] ?? 1) : 0;
    const row = (at: App, some: Partial<Copy>) => rowOf(cluster, frame, { ...some, stream, at, totalIn });
    const source = apps[app];
    const isWhole = style.isCountedAtOrigin || source?.isMono === true;
    const own = source && [
      row(source, {
        score,
        viewers: isWhole ? frame.viewers[index] : 0,
        inBandwidth: bitrate,
        outBandwidth: isWhole
          ? serving.reduce((sum, _, k) => sum + delivered(k), 0)
          : bitrate * (frame.pulls[index] ?? 0),
        totalOut,
      }),
    ];
    const coding = coder === undefined || !frame.isTranscoded[index] ? undefined : apps[coder];
    const made = style.copies.renditions ? renditions.map((name) => `${key}_${name}`) : [];
    const transcoded = coding && [
      ...(style.copies.transcode
        ? [row(coding, { score: ladder, inBandwidth: bitrate, totalOut: totalIn })]
        : []),
      ...made.map((rendition) =>
        row(coding, { rendition, score: ladder, inBandwidth: bitrate / 3, totalOut: totalIn }),
      ),
    ];
    const copies = style.copies.edge
      ? serving.flatMap((place, k) => {
          const viewers = frame.cells[index * width + k] ?? 0;
          const edge = apps[place];
          if (!edge || edge.isMono || viewers === 0) return [];
          const health = score > 0 ? Math.max(1, score - (frame.servingSick[k] ?? 0)) : 0;
          const shared = totalOut * (stream.shares[k] ?? 0);
          return row(edge, {
            score: health,
            viewers,
            inBandwidth: bitrate,
            outBandwidth: delivered(k),
            totalOut: shared,
          });
        })
      : [];
    return [...(own ?? []), ...(transcoded ?? []), ...copies];
  });
}

interface Copy {
  readonly stream: Stream;
  readonly at: App;
  readonly rendition: string;
  readonly score: number;
  readonly viewers: number;
  readonly inBandwidth: number;
  readonly outBandwidth: number;
  readonly totalIn: number;
  readonly totalOut: number;
}

function rowOf(
  cluster: Cluster,
  frame: Frame,
  copy: Partial<Copy> & Pick<Copy, 'stream' | 'at' | 'totalIn'>,
): StreamRow {
  const { stream, at, rendition, score = 0, viewers = 0, inBandwidth = 0, totalIn } = copy;
  const { outBandwidth = inBandwidth, totalOut = 0 } = copy;
  const { index, key, from, renditions } = stream;
  const part = rendition ? `-${rendition.split('_').at(-1)}` : '';
  const startTime = cluster.startAt + 1_000 * from + (at.index === stream.app ? 0 : 1_200);
  return {
    id: `st-${index.toString(36)}-${at.index.toString(36)}${part}`,
    state: 'PUBLISHED',
    type: 'NATIVE_STREAM',
    application: at.name,
    streamKey: rendition ?? key,
    startTime,
    duration: Math.max(0, cluster.startAt + 1_000 * frame.t - startTime),
    viewerCount: viewers,
    inBandwidth: Math.round(inBandwidth),
    outBandwidth: Math.round(outBandwidth),
    inTotalBytes: Math.round(totalIn),
    outTotalBytes: Math.round(totalOut),
    healthScore: Math.round(score),
    healthGrade: gradeOf(cluster, score),
    allowedToPublish: true,
    isAutoRemovable: false,
    thumbnailPath: null,
    thumbnailTimestamp: 0,
    subStreams:
      frame.isTranscoded[index] && !rendition
        ? renditions.map((name) => ({ streamKey: `${key}_${name}`, name }))
        : [],
  };
}

export interface ApplicationRow {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

export function applicationRows(
  { apps, servers, startAt }: Cluster,
  frame: Frame,
  linkedUntil: (app: number) => number,
): readonly ApplicationRow[] {
  return apps.flatMap((app) => {
    const { index, id, name, role, isMono, server } = app;
    if (!frame.isUp[server]) return [];
    const until = linkedUntil(index);
    const isLinked = until >= frame.t;
    const packets = Math.round((until + 100_000) * (20 + index));
    const viewers = frame.appViewers[index] ?? 0;
    return {
      id,
      name,
      type: isMono ? 'MONO' : role.toUpperCase(),
      class: `${role}.MediaApplication`,
      streamCount: frame.appStreams[index],
      viewerCount: viewers,
      connectionCount: viewers + (frame.appStreams[index] ?? 0) + 2,
      inBandwidth: Math.round(frame.appIn[index] ?? 0),
      outBandwidth: Math.round(frame.appOut[index] ?? 0),
      inTotalBytes: Math.round(frame.totalIn[index] ?? 0),
      outTotalBytes: Math.round(frame.totalOut[index] ?? 0),
      clusterType: true,
      clusterConnection: isLinked,
      clusterConnectionData: {
        cmIdentity: servers.find(({ isManager }) => isManager)?.name ?? '',
        connectionState: isLinked ? 'AUTHENTICATED' : 'DISCONNECTED',
        startDate: startAt - 90_000_000 - 1_000 * index,
        latency: 2 + (index % 9),
        packetReceived: packets,
        packetSend: packets + 11,
      },
    };
  });
}
