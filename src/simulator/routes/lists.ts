import type { FastifyInstance, FastifyRequest } from 'fastify';
import { applicationFields, listedApplications } from '../applications.ts';
import type { Context } from '../context.ts';
import { ordered, pageEnvelope, pageOf } from '../paging.ts';
import { streamFields } from '../stream-list.ts';
import { objectOf, oneOf, singleText, stringList } from '../validate.ts';
import { answer } from './reply.ts';

/** A5 and A6. */
export function streamRoutes(app: FastifyInstance, { world }: Context): void {
  const list = async (request: FastifyRequest<{ Params: { application?: string } }>) => {
    const query = objectOf(request.query);
    const page = pageOf(query, 10, streamFields);
    const selected = world.streams.select({
      application: request.params.application || undefined,
      search: singleText(query.search, 'search'),
      state: singleText(query.streamState, 'streamState'),
      orderBy: page.orderBy,
      descending: page.descending,
    });
    const from = (page.page - 1) * page.rows;
    const rows = Array.from(selected.subarray(from, from + page.rows), (row) => world.streams.item(row));
    return answer(world, pageEnvelope(page, selected.length, rows));
  };
  app.get('/streams', list);
  app.get('/streams/:application', list);

  app.post('/streams/batch', async (request) => {
    const ids = stringList(objectOf(objectOf(request.body).data).streamKeyIds, 'streamKeyIds');
    const find = (id: string) => {
      const row = world.streams.rowOf(id);
      return row === undefined ? undefined : world.streams.item(row);
    };
    return answer(world, lookedUp(ids, find));
  });
}

const appTypes = ['MONO', 'ORIGIN', 'TRANSCODE', 'EDGE'] as const;

/** A7 and A8. */
export function applicationRoutes(app: FastifyInstance, { world }: Context): void {
  app.get('/applications', async (request) => {
    const query = objectOf(request.query);
    const page = pageOf(query, 10, applicationFields);
    const type = oneOf(query.appType, 'appType', appTypes);
    const search = singleText(query.search, 'search')?.toLowerCase() ?? '';
    const items = listedApplications(world).filter(
      (item) => (!type || item.type === type) && String(item.name).toLowerCase().includes(search),
    );
    const from = (page.page - 1) * page.rows;
    return answer(
      world,
      pageEnvelope(page, items.length, ordered(items, page).slice(from, from + page.rows)),
    );
  });

  app.post('/applications/batch', async (request) => {
    const names = new Set(stringList(objectOf(objectOf(request.body).data).names, 'names'));
    const found = listedApplications(world).filter((item) => names.has(item.name as string));
    for (const item of found) names.delete(item.name as string);
    return answer(world, { found, notFound: [...names] });
  });
}

/** A9. The ids are at the top level of the body, not under `data`. */
export function viewerRoutes(app: FastifyInstance, { world }: Context): void {
  app.post('/viewers/batch', async (request) => {
    const ids = stringList(objectOf(request.body).ids, 'ids');
    return answer(
      world,
      lookedUp(ids, (id) => world.viewers.find(id)),
    );
  });
}

/** Each id once. */
function lookedUp(ids: readonly string[], find: (id: string) => object | undefined) {
  const all = [...new Set(ids)].map((id) => ({ id, item: find(id) }));
  return {
    found: all.flatMap(({ item }) => item ?? []),
    notFound: all.flatMap(({ id, item }) => (item ? [] : id)),
  };
}
