import type { Cluster } from './cluster.ts';
import { Draws } from './draws.ts';
import type { Line } from './plan.ts';

/** The lines of the cluster's journal. */

export interface Entry {
  readonly id: number;
  readonly objectName: string;
  readonly message: string;
  readonly threadName: string;
  readonly createDate: number;
}

export interface TimedLine extends Line {
  /** Seconds from the first look. */
  readonly at: number;
}

const FROM_S = -3_600;
const TO_S = 1_900;

/** All entries, oldest first: routine, and the lines that are told. */
export function writeJournal(cluster: Cluster, told: readonly TimedLine[], ends = TO_S): readonly Entry[] {
  const d = new Draws(cluster.seed, 3);
  const lines: TimedLine[] = [...told];
  for (let t = FROM_S; t < TO_S; t++) {
    for (let n = Math.floor(cluster.style.linesPerSecond + d.next()); n > 0; n--)
      lines.push({ at: t + d.next(), ...routine(cluster, d) });
  }
  return lines
    .filter(({ at }) => at < ends)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, object, message }, n) => ({
      id: 70_000 + n,
      objectName: object,
      message,
      threadName: `worker-${n % 7}`,
      createDate: cluster.startAt + Math.round(1_000 * at),
    }));
}

/** Lines of every day; many read like a change. */
function routine({ servers, apps, streams, serving }: Cluster, d: Draws): Line {
  const server = d.pick(servers).name;
  const stream = d.pick(streams);
  const edge = apps[d.pick(serving)]?.name ?? '';
  const address = `203.0.113.${d.whole(1, 254)}`;
  return d.pick<Line>([
    { object: 'HttpServer', message: 'GET /mosaicmain/index.m3u8 200' },
    { object: 'HttpServer', message: `GET /${stream.key}/index.m3u8 200` },
    { object: edge, message: `play ${stream.key} from ${address}` },
    { object: edge, message: `play ${stream.key} from ${address}` },
    { object: edge, message: `stop ${stream.key} after ${d.whole(2, 4_000)} s` },
    { object: `Stream: ${stream.key}`, message: 'Thumbnail written' },
    { object: `Stream: ${stream.key}`, message: 'Keyframe interval 2000 ms' },
    { object: 'Session', message: `token renewed for operator from ${address}` },
    ...(d.isIn(0.12)
      ? [
          { object: 'Panel', message: 'Panel assets deployed' },
          { object: 'CertificateManager', message: `Certificate of ${server} renewed on schedule` },
          { object: 'Scheduler', message: 'cron reload' },
          { object: server, message: 'config saved' },
          { object: server, message: 'Log level changed to INFO' },
          { object: 'Scheduler', message: `rotate logs on ${server}: done` },
          { object: 'License', message: 'License checked: valid' },
        ]
      : []),
  ]);
}

/** A change on an object that has nothing to do with the fault. */
export function changeElsewhere(d: Draws, servers: readonly string[]): Line {
  return {
    object: servers.length > 0 ? d.pick(servers) : 'Panel',
    message: d.pick([
      'Configuration changed: segment length set to four seconds',
      'Plugin of recordings updated',
      'Access list reloaded',
    ]),
  };
}
