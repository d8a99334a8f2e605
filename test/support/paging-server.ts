import { systemClock } from '../../src/base/clock.ts';
import { json, serveWithLogin } from '../http/support.ts';
import { healthyAnswers } from './odd-server.ts';

/** The requested page. */
interface Asked {
  readonly page: number;
  readonly rows: number;
  /** Number of earlier requests for pages of streams. */
  readonly before: number;
}
type Row = ReturnType<typeof healthyAnswers>['streams']['data']['list'][number];

/**
 * A healthy cluster of 37 streams, whose pages the test decides. Returns its address and the
 * queries for streams, in order.
 */
export async function servePages(pageOf: (all: readonly Row[], asked: Asked) => object) {
  const answers = healthyAnswers(systemClock.now());
  const queries: URLSearchParams[] = [];
  const { url } = await serveWithLogin((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname.split('/').at(-1) as keyof typeof answers;
    if (name !== 'streams') return json(response, 200, answers[name]);
    const asked = {
      page: Number(searchParams.get('page') ?? 1),
      rows: Number(searchParams.get('rowsPerPage') ?? 10),
      before: queries.length,
    };
    queries.push(searchParams);
    const data = pageOf(answers.streams.data.list, asked);
    json(response, 200, { meta: { generatedAt: Date.now() }, data });
  });
  return { url, queries };
}
