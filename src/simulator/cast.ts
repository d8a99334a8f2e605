import { cell } from './column.ts';
import type { Layout } from './layout.ts';
import type { Part, ServerPart, StreamPart } from './story.ts';
import { MAX_EDGES, type StreamTable } from './streams.ts';

/** The servers and streams that a story uses, as indices in the layout and in the table. Empty if none fits. */
export interface Cast {
  readonly servers: Readonly<Record<ServerPart, readonly number[]>>;
  readonly streams: Readonly<Record<StreamPart, ReadonlySet<number>>>;
}

const nobody: ReadonlySet<number> = new Set();

/**
 * Chooses the cast. Single streams are large ones that are always published and that the transcoder of the story
 * does not serve, so that only one effect applies to each.
 */
export function chooseCast(layout: Layout, table: StreamTable): Cast {
  const transcoder = layout.byRole.transcode[0] ?? -1;
  const edge = layout.inGroup.edge.find((edges) => edges.length > 1)?.[0];
  const origin = layout.servers.findIndex(({ role }) => role === 'origin');
  // The last region has no cluster manager.
  const region = layout.groups.length - 1;
  const steady: number[] = [];
  for (let s = 0; s < table.publishers && steady.length < 200; s++) {
    if (table.cycle[s] === 0 && table.transcoder[s] !== transcoder) steady.push(s);
  }
  steady.sort((a, b) => cell(table.audience, b) - cell(table.audience, a));
  const from = steady.length > 8 ? 3 : 0;
  const single = (n: number) => new Set(steady.slice(from + n, from + n + 1));
  const ofServers = (servers: readonly number[]) => {
    const streams: number[] = [];
    const apps = new Set(servers.flatMap((server) => layout.servers[server]?.apps ?? []));
    for (let s = 0; s < table.publishers; s++) if (apps.has(cell(table.origin, s))) streams.push(s);
    return streams;
  };
  const regionServers = layout.servers.flatMap(({ group }, index) => (group === region ? [index] : []));
  const ofOrigin = ofServers([origin]);
  const serverOf = (app: number | undefined) => layout.apps[app ?? -1]?.server;
  const firstEdge = table.edge[(steady[from] ?? 0) * MAX_EDGES];
  const servers = (index: number | undefined) => (index === undefined || index < 0 ? [] : [index]);
  return {
    servers: {
      transcoder: servers(serverOf(transcoder)),
      edge: servers(serverOf(edge)),
      'edge of first': servers(serverOf(firstEdge)),
      origin: servers(origin),
      region: regionServers,
      culprit: [],
      'second culprit': [],
      'always hot': [],
    },
    streams: {
      first: single(0),
      second: single(1),
      third: single(2),
      'of origin': new Set(ofOrigin),
      'some of origin': new Set(ofOrigin.filter((_, n) => n % 3 === 0)),
      'of region': new Set(ofServers(regionServers)),
      hit: nobody,
      'still hit': nobody,
      'second hit': nobody,
      'second still hit': nobody,
      planned: nobody,
    },
  };
}

/** The names of the servers or streams of a part, as the API shows them. */
export function namesOf(cast: Cast, part: Part, layout: Layout, table: StreamTable): readonly string[] {
  if (Object.hasOwn(cast.servers, part)) {
    return cast.servers[part as ServerPart].map((server) => layout.servers[server]?.name ?? '');
  }
  return [...cast.streams[part as StreamPart]].map((s) => table.keys[s] ?? '');
}
