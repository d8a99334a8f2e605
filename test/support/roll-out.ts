import { systemClock } from '../../src/base/clock.ts';
import { json, loginResponse, serve } from '../http/support.ts';
import { healthyAnswers } from './odd-server.ts';

/** A healthy cluster behind a proxy that answers the first login with 404, as during a roll-out. Returns its address. */
export async function serveRollOut(): Promise<string> {
  const answers = healthyAnswers(systemClock.now());
  let logins = 0;
  const { url } = await serve((request, response) => {
    const path = request.url ?? '';
    if (path.includes('/login') && logins++ === 0) return json(response, 404, { message: 'no backend' });
    if (path.includes('/login')) return json(response, 200, loginResponse(`token-${logins}`));
    const name = (['dashboard', 'topology', 'journal', 'applications', 'streams'] as const).find((one) =>
      path.includes(`/${one}`),
    );
    json(response, name ? 200 : 404, name ? answers[name] : { message: 'no' });
  });
  return url;
}

/** The configuration of clusters `c0`, `c1`, … at these addresses, whose password is in the environment. */
export function configOf(urls: readonly string[]): string {
  const lines = urls.map(
    (url, index) => `  c${index}: { url: '${url}', username: op, password: { env: CASTWATCH_PASSWORD } }\n`,
  );
  return `clusters:\n${lines.join('')}`;
}
