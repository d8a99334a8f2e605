import { putLast } from '../base/maps.ts';
import { type Application, applicationId } from '../protocol/application.ts';
import {
  type Dashboard,
  type LimitedMeasure,
  limitedLoad,
  limitedMeasures,
  limitedMembers,
} from '../protocol/dashboard.ts';
import type { Batch, Page } from '../protocol/envelope.ts';
import type { SharedName } from '../protocol/parsed-response.ts';
import type { Stream } from '../protocol/stream.ts';
import type { Server, ServerApplication, Topology } from '../protocol/topology.ts';
import type { ApiResponse } from './api.ts';
import { NameBook } from './name-book.ts';

type AskBatch<T> = (ids: readonly string[]) => Promise<ApiResponse<Batch<T>>>;

/** Most assigned ids that are remembered; the least recently seen is removed first. */
const MAX_IDS = 20_000;
/** Most servers with two applications of the same name whose assigned names are remembered. */
const MAX_SERVERS = 1_000;

/** The responses of a connection with distinct names and ids for all items, and the names that several items had. */
export function createDistinct() {
  // Separate for each response: a name that only one of them has twice must not rename the servers of the other.
  const dashboardBook = new NameBook('shared');
  const topologyBook = new NameBook('shared');
  const streamBook = new NameBook('all');
  const applicationBook = new NameBook('all');
  /** The server's own id, by the id that was assigned to a stream. */
  const ownIds = new Map<string, string>();

  /** For servers that run two applications with the same name, by server. */
  const onServers = new Map<string, NameBook>();
  const servers = (list: readonly Server[], book: NameBook): Renamed<Server> => {
    const { items, shared } = renamed(list, book, {
      kind: 'server',
      of: ({ serverName, hostName, groupName }) => ({
        name: serverName,
        trait: hostName ?? groupName ?? undefined,
      }),
      as: (server, serverName) => ({ ...server, serverName }),
    });
    const within: SharedName[] = [];
    const own = items.map((server) => {
      const { applications } = server;
      if (!applications || !hasShared(applications)) return server;
      const names = onServers.get(server.serverName) ?? new NameBook('shared');
      if (onServers.size < MAX_SERVERS) onServers.set(server.serverName, names);
      const { items: distinct, shared: found } = ownApplications(applications, names);
      within.push(...found);
      return { ...server, applications: distinct };
    });
    return within.length === 0 ? { items, shared } : { items: own, shared: [...shared, ...within] };
  };
  const streams = (list: readonly Stream[]) =>
    renamed(list, streamBook, {
      kind: 'stream id',
      of: ({ id, application, streamKey }) => ({ name: id, trait: `${application ?? ''}/${streamKey}` }),
      as: (stream, id) => {
        putLast(ownIds, id, stream.id, MAX_IDS);
        return { ...stream, id };
      },
    });
  const applications = (list: readonly Application[]) =>
    renamed(list, applicationBook, {
      kind: 'application',
      of: (application) => ({
        name: applicationId(application),
        trait: (application.id == null ? application.type : application.name) ?? undefined,
      }),
      as: (application, id) => ({ ...application, id }),
    });

  return {
    streams: (response: ApiResponse<Page<Stream>>) => withList(response, streams(response.value.list)),
    applications: (response: ApiResponse<Page<Application>>) =>
      withList(response, applications(response.value.list)),
    dashboard(response: ApiResponse<Dashboard>): ApiResponse<Dashboard> {
      const { value } = response;
      const list = value.topology ? servers(value.topology, dashboardBook) : undefined;
      const parts = [
        ...limitedMeasures.map((measure) => withGroups(value, measure)),
        ...(['streamHealthSummary', 'viewerHealthSummary'] as const).map((member) =>
          withGrades(value, member),
        ),
      ];
      const shared = [...(list?.shared ?? []), ...parts.flatMap((one) => one.shared)];
      if (shared.length === 0) return response;
      const topology = list && { topology: [...list.items] };
      return {
        ...response,
        value: Object.assign({ ...value }, topology, ...parts.map(({ part }) => part)),
        shared,
      };
    },
    topology(response: ApiResponse<Topology>): ApiResponse<Topology> {
      const { items, shared } = servers(response.value.topology, topologyBook);
      if (shared.length === 0) return response;
      return { ...response, value: { ...response.value, topology: [...items] }, shared };
    },
    /** The response to a look-up of these ids, which the server knows by its own ids. */
    async streamBatch(ids: readonly string[], ask: AskBatch<Stream>): Promise<ApiResponse<Batch<Stream>>> {
      const own = (id: string) => ownIds.get(id) ?? id;
      const response = await ask([...new Set(ids.map(own))]);
      const { found, notFound } = response.value;
      const askedAs = Map.groupBy(ids, own);
      const cameAs = Map.groupBy(found, ({ id }) => id);
      const { items } = streams(found);
      const known = items.map((stream, index) => {
        const { id = '' } = found[index] ?? {};
        const [asked, ...others] = askedAs.get(id) ?? [];
        const isOne = asked !== undefined && others.length === 0 && cameAs.get(id)?.length === 1;
        return isOne && asked !== stream.id ? { ...stream, id: asked } : stream;
      });
      const missing = notFound?.flatMap((id) => askedAs.get(id) ?? [id]);
      return { ...response, value: { found: known, notFound: missing } };
    },
    applicationBatch(response: ApiResponse<Batch<Application>>): ApiResponse<Batch<Application>> {
      const { items, shared } = applications(response.value.found);
      return shared.length === 0
        ? response
        : { ...response, value: { ...response.value, found: items }, shared };
    },
  };
}

/** Whether two applications of a server share a name or an id. */
function hasShared(applications: readonly ServerApplication[]): boolean {
  if (applications.length < 2) return false;
  const names = new Set(applications.map(({ name }) => name));
  return (
    names.size < applications.length || new Set(applications.map(applicationId)).size < applications.length
  );
}

/** The applications of one server with distinct names and ids, because figures are stored by both. */
function ownApplications(
  applications: readonly ServerApplication[],
  book: NameBook,
): Renamed<ServerApplication> & { readonly items: ServerApplication[] } {
  const { items, shared } = renamed(applications, book, {
    kind: 'application',
    of: ({ name, id, type }) => ({ name, trait: id ?? type ?? undefined }),
    as: (application, name) => ({ ...application, name }),
  });
  const byId = renamed(items, new NameBook('shared'), {
    kind: 'application',
    of: (application) => ({ name: applicationId(application), trait: application.name }),
    as: (application, id) => ({ ...application, id }),
  });
  return { items: [...byId.items], shared: [...shared, ...byId.shared] };
}

interface Renamed<T> {
  readonly items: readonly T[];
  /** Names and ids that several items share. */
  readonly shared: readonly SharedName[];
}

interface Naming<T> {
  readonly kind: SharedName['kind'];
  readonly of: (item: T) => { readonly name: string; readonly trait: string | undefined };
  readonly as: (item: T, name: string) => T;
}

function renamed<T>(list: readonly T[], book: NameBook, { kind, of, as }: Naming<T>): Renamed<T> {
  const own = list.map(of);
  const { names, shared } = book.distinct(own);
  if (shared.size === 0) return { items: list, shared: [] };
  const items = list.map((item, index) => {
    const name = names[index];
    return name === undefined || name === own[index]?.name ? item : as(item, name);
  });
  return { items, shared: [...shared].map((name) => ({ kind, name })) };
}

function withList<T>(response: ApiResponse<Page<T>>, { items, shared }: Renamed<T>): ApiResponse<Page<T>> {
  return shared.length === 0 ? response : { ...response, value: { ...response.value, list: items }, shared };
}

/** The dashboard's member for a measure, with distinct names for its groups. */
function withGroups(dashboard: Dashboard, measure: LimitedMeasure) {
  const load = limitedLoad(dashboard, measure);
  const { items, shared } = renamed(load?.groups ?? [], new NameBook('shared'), {
    kind: 'group',
    of: ({ name }) => ({ name, trait: undefined }),
    as: (group, name) => ({ ...group, name }),
  });
  return {
    shared,
    part: shared.length === 0 ? {} : { [limitedMembers[measure]]: { ...load, groups: items } },
  };
}

/** The health summary with each grade once, as the sum of its counts. If one count is unknown, so is the sum. */
function withGrades(dashboard: Dashboard, member: 'streamHealthSummary' | 'viewerHealthSummary') {
  const { labels = [], series = [], doubt } = dashboard[member] ?? {};
  const places = Map.groupBy(labels.keys(), (place) => labels[place] ?? '');
  const shared = [...places].flatMap(([name, { length }]) =>
    length > 1 ? [{ kind: 'grade', name } satisfies SharedName] : [],
  );
  if (shared.length === 0 || doubt === 'unmatched') return { shared, part: {} };
  const sums = [...places.values()].map((all) =>
    all.reduce<number | undefined>((sum, place) => {
      const value = series[place];
      return sum === undefined || value == null ? undefined : sum + value;
    }, 0),
  );
  return { shared, part: { [member]: { ...dashboard[member], labels: [...places.keys()], series: sums } } };
}
