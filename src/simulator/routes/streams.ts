import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { pageEnvelope, pageOf } from '../paging.ts';
import { streamFields } from '../stream-list.ts';
import { objectOf, singleText, stringList } from '../validate.ts';
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
    const found: unknown[] = [];
    const notFound: string[] = [];
    for (const id of new Set(ids)) {
      const row = world.streams.rowOf(id);
      if (row === undefined) notFound.push(id);
      else found.push(world.streams.item(row));
    }
    return answer(world, { found, notFound });
  });
}
