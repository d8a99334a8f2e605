import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPrometheus } from '../../../src/cli/options/open-prometheus.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { json, serve } from '../../http/support.ts';
import { configure, newHome } from '../run-command.ts';

test('the Prometheus of the configuration is asked, on this machine too, with its token and the name of the cluster', async () => {
  const asked: (string | undefined)[] = [];
  const { url } = await serve((request, response) => {
    const query = new URL(request.url ?? '', 'http://here').searchParams.get('query') ?? '';
    asked.push(request.headers.authorization, /\{[^}]*\}/.exec(query)?.[0]);
    json(response, 200, { status: 'success', data: { resultType: 'matrix', result: [] } });
  });
  const home = newHome();
  const open = async (yaml: string) => {
    configure(home, yaml);
    const config = await loadConfig(join(home, 'config/castwatch/config.yaml'), true);
    return openPrometheus(config, 'eu', { TOKEN: 't0ken' });
  };
  const settings = `url: '${url}', token: { env: TOKEN }, labels: { job: 'castwatch-{cluster}' }`;
  const remote = (await open(`history: { prometheus: { ${settings} } }\n`))?.();
  await remote?.fill({ kind: 'server', name: 'edge', column: 'cpu' }, 0, 3_600_000);
  await remote?.close();
  expect(asked).toEqual(['Bearer t0ken', '{server="edge",job="castwatch-eu"}']);
  expect(await open('theme: dark\n')).toBeUndefined();
});
