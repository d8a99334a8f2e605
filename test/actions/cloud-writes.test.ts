import { expect, test } from 'vitest';
import { json, serve } from '../http/support.ts';
import { ok, writing } from '../support/writing.ts';

test('a cloud stream is created; its credentials are in the outcome and nowhere else', async () => {
  const { mutations, files } = await writing();
  const values = ok(await mutations.cloudValues());
  expect(values.regions).toHaveLength(9);
  const progress: number[] = [];
  const stream = ok(
    await mutations.createCloudStream(
      { name: 'Concert', regionId: 4 },
      { onProgress: (sent, total) => progress.push(sent, total) },
    ),
  );
  const secret = stream.credentials?.password ?? '';
  expect(secret).not.toBe('');
  expect((await files()).join('\n')).not.toContain(secret);
});

test('the limit of live streams and a wrong key come with their remedy', async () => {
  const full = await writing({ simulator: { liveLimit: 0 } });
  const outcome = await full.mutations.createCloudStream({ name: 'One too many', regionId: 1 });
  expect(outcome).toMatchObject({ kind: 'refused', status: 403 });
  expect(outcome.message).toMatch(/end a stream, or change the plan/);
  const wrong = await writing({ connection: { apiKey: async () => 'wrong-key-123' } });
  const refused = await wrong.mutations.cloudValues();
  expect(refused).toMatchObject({ kind: 'refused', status: 401 });
  expect(refused.message).toContain('API key');
  expect(refused.message).not.toContain('wrong-key-123');
});

test.each([
  [401, /^The API key does not count/, /^The API key does not count/],
  [403, /^Your plan’s limit/, /^Your plan’s limit/],
  [404, /^Check the cloud URL/, /^The cloud does not know the source id or the theme id/],
  [422, /^(?!The API|Your plan|Check|The cloud)/, /^(?!The API|Your plan|Check|The cloud)/],
])('the cloud’s %i comes with its own remedy, and with no other', async (status, whenRead, whenCreated) => {
  const { url } = await serve((_request, response) => json(response, status, { message: 'no' }));
  const { mutations } = await writing({ connection: { cloudUrl: url } });
  expect((await mutations.cloudValues()).message).toMatch(whenRead);
  expect((await mutations.createCloudStream({ name: 'Concert', regionId: 4 })).message).toMatch(whenCreated);
});

test('without a cloud its writes say what is missing, and send nothing', async () => {
  const { mutations, sent } = await writing({ mutations: { cloud: undefined } });
  for (const outcome of [
    await mutations.cloudValues(),
    await mutations.createCloudStream({ name: 'x', regionId: 1 }),
  ]) {
    expect(outcome).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('No cloud is configured'),
    });
  }
  expect(sent()).toEqual([]);
});
