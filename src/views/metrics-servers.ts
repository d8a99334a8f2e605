import type { ServerRecord } from '../cluster/state.ts';
import { gauge, labelOf, type Metric } from './metric.ts';
import { type ServerLoad, serverLoad, serverTotal } from './server-load.ts';

/** Servers with metrics of their own, the first by name: a choice by load would come and go with every poll. */
const MOST_SERVERS = 2_000;

/** Load of each server that answers; of one that is missing only that it is. */
export function serverMetrics(servers: readonly ServerRecord[]): Metric[] {
  const shown = [...servers].sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, MOST_SERVERS);
  const rows = shown.map((record) => ({
    labels: { server: labelOf(record.name), group: labelOf(record.server.groupName) },
    here: record.misses === 0,
    server: record.server,
    load: serverLoad(record.server),
  }));
  type Row = (typeof rows)[number];
  const each = (value: (row: Row) => number | null | undefined) =>
    rows.map((row) => ({ labels: row.labels, value: row.here ? value(row) : undefined }));
  const ratio = (part: 'cpu' | 'mem' | 'heat') => each(({ load }: { load: ServerLoad }) => load[part]);
  const rate = 'bytes_per_second';
  const isGone = ({ goneSince }: ServerRecord) => goneSince !== undefined;
  return [
    gauge('servers', 'Servers of the topology by presence.', [
      { labels: { presence: 'present' }, value: servers.filter(({ misses }) => misses === 0).length },
      { labels: { presence: 'gone' }, value: servers.filter(isGone).length },
    ]),
    gauge('servers_without_metrics', 'Servers beyond the 2,000 that have metrics of their own.', [
      { value: servers.length - shown.length },
    ]),
    gauge(
      'server_up',
      'Whether the server is in the topology.',
      rows.map(({ labels, here }) => ({ labels, value: Number(here) })),
    ),
    gauge('server_cpu_ratio', 'CPU in use.', ratio('cpu'), 'ratio'),
    gauge('server_memory_ratio', 'Memory in use.', ratio('mem'), 'ratio'),
    gauge(
      'server_heat_ratio',
      'The greatest of CPU, memory and traffic against its cap.',
      ratio('heat'),
      'ratio',
    ),
    gauge(
      'server_in_bytes_per_second',
      'Incoming traffic.',
      each(({ server }) => server.serverStats?.inBandwidth?.usage),
      rate,
    ),
    gauge(
      'server_in_limit_bytes_per_second',
      'Cap of incoming traffic.',
      each(({ server }) => server.serverStats?.inBandwidth?.cap),
      rate,
    ),
    gauge(
      'server_out_bytes_per_second',
      'Outgoing traffic.',
      each(({ server }) => server.serverStats?.outBandwidth?.usage),
      rate,
    ),
    gauge(
      'server_out_limit_bytes_per_second',
      'Cap of outgoing traffic.',
      each(({ server }) => server.serverStats?.outBandwidth?.cap),
      rate,
    ),
    gauge(
      'server_viewers',
      'Viewers on the server.',
      each(({ server }) => serverTotal(server, 'viewers')),
    ),
    gauge(
      'server_streams',
      'Streams on the server.',
      each(({ server }) => serverTotal(server, 'streams')),
    ),
  ];
}
