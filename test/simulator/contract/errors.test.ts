import { expect, test } from 'vitest';
import { rig } from '../rig.ts';

test('an unknown path is 404 with a message, with and without a token, on A and on B', async () => {
  const r = await rig();
  for (const path of ['/api/nothing', '/', '/api', '/cloud/api/nothing']) {
    const answer = await r.get(path);
    expect([path, answer.status, typeof answer.body.message]).toEqual([path, 404, 'string']);
  }
  expect((await r.send('DELETE', '/api/cluster/dashboard')).status).toBe(404);
});

test('malformed JSON is 400 with a message', async () => {
  const r = await rig();
  for (const path of ['/api/users', '/api/streams/batch']) {
    const answer = await r.send('POST', path, '{"data": ');
    expect([answer.status, answer.body]).toEqual([400, { message: 'Malformed JSON' }]);
  }
});

test('a body that is too large is 413 with a message', async () => {
  const r = await rig();
  const answer = await r.post('/api/viewers/batch', { ids: ['x'.repeat(2_000_000)] });
  expect([answer.status, typeof answer.body.message]).toEqual([413, 'string']);
});

test('every answer of A is JSON with executionTime and generatedAt', async () => {
  const r = await rig();
  for (const path of [
    'streams',
    'applications',
    'cluster/journal',
    'cluster/dashboard',
    'cluster/topology',
  ]) {
    const answer = await r.get(`/api/${path}`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.body.meta).toEqual({ executionTime: expect.any(Number), generatedAt: r.clock.now() });
    expect(answer.body.message).toBeUndefined();
  }
});
