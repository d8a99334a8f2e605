import type { FastifyInstance } from 'fastify';
import { applicationFields, listedApplications } from '../applications.ts';
import type { Context } from '../context.ts';
import { ordered, pageEnvelope, pageOf } from '../paging.ts';
import { objectOf, oneOf, singleText, stringList } from '../validate.ts';
import { answer } from './reply.ts';

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
