import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { dashboardOf } from '../dashboard.ts';
import { ApiError } from '../errors.ts';
import { pageEnvelope, pageOf } from '../paging.ts';
import { topologyOf } from '../servers.ts';
import { topologyFails } from '../story-effects.ts';
import { objectOf } from '../validate.ts';
import { answer } from './reply.ts';

const journalFields = ['id', 'objectName', 'message', 'threadName', 'createDate'] as const;

/** A10 to A12. */
export function clusterRoutes(app: FastifyInstance, { world }: Context): void {
  app.get('/cluster/journal', async (request) => {
    const query = objectOf(request.query);
    const page = pageOf(query, 20, journalFields);
    const { journal } = world;
    const from = (page.page - 1) * page.rows;
    // By date, newest first, unless the query asks for another order.
    const { orderBy = 'createDate' } = page;
    const oldestFirst = query.order === 'asc' || (page.orderBy !== undefined && !page.descending);
    const byDate = oldestFirst ? 'oldest' : 'newest';
    const list =
      orderBy === 'createDate'
        ? journal[byDate](from, page.rows)
        : journal.ordered(orderBy, page.descending).slice(from, from + page.rows);
    const { list: entries, ...paging } = pageEnvelope(page, journal.total, list);
    return answer(world, { ...paging, lastTimestamp: journal.lastTimestamp ?? 0, list: entries });
  });

  app.get('/cluster/dashboard', async () => answer(world, dashboardOf(world)));

  app.get('/cluster/topology', async () => {
    if (topologyFails(world.model, world.elapsed / 1000))
      throw new ApiError(500, 'Topology: no answer in time');
    return answer(world, { mockupEnabled: false, topology: topologyOf(world) });
  });
}
