import type { ServerRecord } from '../../cluster/state.ts';
import { type ServerColumn, serverColumns } from '../servers/columns.ts';
import { gauge, labelText, type Metric } from './metric.ts';

/** Most servers with their own metrics, by name: a choice by load would change with every poll. */
const MOST_SERVERS = 2_000;

/** Load of each server that answers; for a missing one only that it is missing. Undefined means unknown. */
export function serverMetrics(servers: readonly ServerRecord[] | undefined): Metric[] {
  const all = servers ?? [];
  const shown = [...all].sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, MOST_SERVERS);
  const rows = shown.map((record) => ({
    labels: { server: labelText(record.name), group: labelText(record.server.groupName) },
    here: record.misses === 0,
    record,
  }));
  const each = (value: ServerColumn['value']) =>
    rows.map(({ labels, here, record }) => {
      const figure = here ? value?.(record, []) : undefined;
      return { labels, value: typeof figure === 'number' ? figure : undefined };
    });
  const isGone = ({ goneSince }: ServerRecord) => goneSince !== undefined;
  return [
    gauge('servers', 'Servers of the topology by presence.', [
      { labels: { presence: 'present' }, value: servers?.filter(({ misses }) => misses === 0).length },
      { labels: { presence: 'gone' }, value: servers?.filter(isGone).length },
    ]),
    gauge('servers_without_metrics', 'Servers beyond the 2,000 that have metrics of their own.', [
      { value: servers && all.length - shown.length },
    ]),
    gauge(
      'server_up',
      'Whether the server is in the topology.',
      rows.map(({ labels, here }) => ({ labels, value: Number(here) })),
    ),
    ...serverColumns.flatMap(({ metrics = [], value: own }) =>
      metrics.map(({ name, help, unit, value = own }) => gauge(name, help, each(value), unit)),
    ),
  ];
}
