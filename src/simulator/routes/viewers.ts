import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { objectOf, stringList } from '../validate.ts';
import { answer } from './reply.ts';

/** A9. The ids are at the top level of the body, not under `data`. */
export function viewerRoutes(app: FastifyInstance, { world }: Context): void {
  app.post('/viewers/batch', async (request) => {
    const found: unknown[] = [];
    const notFound: string[] = [];
    for (const id of new Set(stringList(objectOf(request.body).ids, 'ids'))) {
      const viewer = world.viewers.find(id);
      if (viewer) found.push(viewer);
      else notFound.push(id);
    }
    return answer(world, { found, notFound });
  });
}
