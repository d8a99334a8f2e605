import { tableKeys } from '../base/table.ts';
import type { Server } from '../protocol/topology.ts';
import { type ServerCount, serverBandwidth, serverTotal } from './figures.ts';

/** A figure of a server. All that stores, exports or shows it takes it from here. */
export interface ServerFigureField {
  readonly title: string;
  /** Its name as a metric, between `server_` and the unit. */
  readonly metric: string;
  readonly help: string;
  /** A ratio is read in percent. */
  readonly unit: 'ratio' | 'bytes_per_second' | undefined;
  /** Whose thresholds decide its colour. */
  readonly judged: 'cpu' | 'mem' | 'bandwidth' | 'limit';
  readonly read: (server: Server) => number | null | undefined;
}

function share(judged: 'cpu' | 'mem', title: string) {
  const read = ({ serverStats }: Server) => serverStats?.[`${judged}Usage`];
  return {
    title,
    metric: title.toLowerCase(),
    help: `${title} in use.`,
    unit: 'ratio',
    judged,
    read,
  } as const;
}

function traffic(metric: string, title: string, read: ServerFigureField['read']) {
  return {
    title,
    metric,
    help: `${title} traffic.`,
    unit: 'bytes_per_second',
    judged: 'bandwidth',
    read,
  } as const;
}

function total(metric: ServerCount, title: string) {
  const read = (server: Server) => serverTotal(server, metric);
  return { title, metric, help: `${title} on the server.`, unit: undefined, judged: 'limit', read } as const;
}

/** The figures of a server, in the order in which they are stored: new ones are only added at the end. */
export const serverFigures = {
  cpu: share('cpu', 'CPU'),
  mem: share('mem', 'Memory'),
  in: traffic('in', 'Incoming', (server) => serverBandwidth(server, 'in').used),
  out: traffic('out', 'Outgoing', (server) => serverBandwidth(server, 'out').used),
  inLimit: traffic('in_limit', 'Cap of incoming', (server) => serverBandwidth(server, 'in').cap),
  outLimit: traffic('out_limit', 'Cap of outgoing', (server) => serverBandwidth(server, 'out').cap),
  viewers: total('viewers', 'Viewers'),
  streams: total('streams', 'Streams'),
} satisfies Record<string, ServerFigureField>;

export type ServerFigure = keyof typeof serverFigures;

export const serverFigureNames = tableKeys(serverFigures);

/** All but the caps, which are shown beside the figures that they limit. */
export const shownFigures = ['cpu', 'mem', 'in', 'out', 'viewers', 'streams'] as const;
export type ShownFigure = (typeof shownFigures)[number];

/** A figure in its base unit: a ratio is 0 to 1. */
export function figureValue(figure: ServerFigure, server: Server): number | null | undefined {
  const { read, unit } = serverFigures[figure];
  const value = read(server);
  return unit === 'ratio' && value != null ? value / 100 : value;
}
