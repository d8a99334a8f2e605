import { expect, test } from 'vitest';
import { httpProxy } from '../support/http-proxy.ts';
import { launch } from './driver.ts';
import { ANSWERED } from './fresh.ts';

test('a terminal without any configuration is offered init and the demo, which asks no proxy', async () => {
  const { host, asked: proxied } = await httpProxy();
  const proxy = `http://${host}`;
  await using app = launch({ args: [], env: { HTTP_PROXY: proxy, http_proxy: proxy, HTTPS_PROXY: proxy } });
  await app.sees('castwatch needs to know which cluster to watch', '(i)nit, (d)emo or (q)uit? [i]');
  app.type('d\r');
  await app.sees('DEMO', ANSWERED);
  app.press('q');
  expect(await app.ends()).toBe(0);
  expect(proxied).toEqual([]);
  await using asked = launch({ args: [] });
  await asked.sees('(i)nit');
  asked.press('enter');
  await asked.sees('URL of the cluster');
  asked.press('ctrl-c');
  expect(await asked.ends()).not.toBe(0);
});
