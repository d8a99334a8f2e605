import { Pool } from 'undici';
import { alwaysPolled } from '../../../src/cluster/resources.ts';

/**
 * The minimum that a Node program needs for this task: the requests of the monitor at rest, `JSON.parse`, and one short
 * line a second. Arguments: base URLs with commas between them, user name, factor on the intervals; the password is in
 * CASTWATCH_PASSWORD.
 */
const [urls = '', username = '', factor = '1'] = process.argv.slice(2);
/** Written by hand, because the endpoint table of the program loads zod. */
const PATHS: Readonly<Record<string, string>> = {
  dashboard: '/api/cluster/dashboard',
  topology: '/api/cluster/topology',
  journal: '/api/cluster/journal?page=1&rowsPerPage=100',
};
/** Lists, which are read whole. */
const LISTS: Readonly<Record<string, string>> = {
  streams: '/api/streams?rowsPerPage=500&page=',
  applications: '/api/applications?rowsPerPage=500&page=',
};

async function ask(
  pool: Pool,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<unknown> {
  const response = await pool.request({
    path,
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
  return JSON.parse(await response.body.text());
}

let answers = 0;

async function poll(url: string): Promise<void> {
  const pool = new Pool(url);
  const login = await ask(
    pool,
    '/api/auth/login',
    {},
    { username, password: process.env.CASTWATCH_PASSWORD },
  );
  const { accessToken } = (login as { readonly data: { readonly accessToken: string } }).data;
  for (const { endpoint, interval } of alwaysPolled) {
    const get = async (path: string) => {
      const answer = await ask(pool, path, { authorization: `Bearer ${accessToken}` });
      answers++;
      return answer as { readonly data: { readonly hasNext?: boolean } };
    };
    const list = LISTS[endpoint];
    const once = async () => {
      if (list === undefined) await get(PATHS[endpoint] ?? '');
      else for (let page = 1; (await get(`${list}${page}`)).data.hasNext; page++);
    };
    await once();
    setInterval(once, interval * Number(factor));
  }
}

for (const url of urls.split(',')) poll(url);
setInterval(() => process.stdout.write(`${answers} answers\r\n`), 1_000);
