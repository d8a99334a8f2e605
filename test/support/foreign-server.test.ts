import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../src/http/connect.ts';
import { type ForeignOptions, startForeignServer } from './foreign-server.ts';

async function watch(options: ForeignOptions) {
  const server = await startForeignServer(options);
  onTestFinished(() => server.close());
  const { url, cloudUrl, username, password, apiKey } = server;
  const connection = connect({
    url,
    cloudUrl,
    credentials: async () => ({ username, password }),
    apiKey: async () => apiKey,
  });
  onTestFinished(() => connection.close());
  return { ...connection, requests: server.requests };
}

test('with plain types the foreign server is one that castwatch can read', async () => {
  const { api } = await watch({ types: 'plain' });
  expect((await api.dashboard()).value.topology).toHaveLength(8);
  expect((await api.dashboard()).unreadable).toEqual([]);
});
