import { expect, test } from 'vitest';
import { json, serve } from '../http/support.ts';
import { ok, writing } from '../support/writing.ts';

test('a cloud stream is created, and its credentials are only in the outcome', async () => {
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
  expect(stream).toMatchObject({ name: 'Concert', regionId: 4 });
  // Without a file nothing is counted.
  expect(progress.at(-1)).toBe(0);
  const secret = stream.credentials?.password ?? '';
  expect(secret).not.toBe('');
  expect((await files()).join('\n')).not.toContain(secret);
});

test('a stream whose answer is lost may exist, and the user is told to look at the cloud first', async () => {
  const { url } = await serve((request) => request.socket.destroy());
  const { mutations, audited } = await writing({ connection: { cloudUrl: url } });
  const outcome = await mutations.createCloudStream({ name: 'Concert', regionId: 4 });
  expect(outcome).toMatchObject({
    kind: 'unknown',
    message: expect.stringMatching(/^It may have happened: /),
    howToFindOut: expect.stringMatching(/^Look for the stream in the cloud console before/),
  });
  expect(await audited()).toMatchObject([{ outcome: 'unknown', message: outcome.message }]);
  // A request that only reads has changed nothing.
  expect((await mutations.cloudValues()).kind).toBe('refused');
});

test.each([
  [401, /^The API key is not accepted/, /^The API key is not accepted/],
  [403, /^Your plan’s limit/, /^Your plan’s limit/],
  [404, /^Check the cloud URL/, /^The cloud does not know the source id or the theme id/],
  [429, /^The cloud takes 500 requests a minute/, /^The cloud takes 500 requests a minute/],
  [422, /^(?!The API|Your plan|Check|The cloud)/, /^(?!The API|Your plan|Check|The cloud)/],
])(
  'status %i of the cloud is reported with its own remedy and no other',
  async (status, whenRead, whenCreated) => {
    const { url } = await serve((_request, response) => json(response, status, { message: 'no' }));
    const { mutations } = await writing({ connection: { cloudUrl: url } });
    const read = await mutations.cloudValues();
    expect(read).toMatchObject({ kind: 'refused', message: expect.stringMatching(whenRead) });
    const created = await mutations.createCloudStream({ name: 'Concert', regionId: 4 });
    expect(created).toMatchObject({ kind: 'refused', message: expect.stringMatching(whenCreated) });
    // The remedy comes first, then the words of the cloud.
    for (const { message } of [read, created]) expect(message).toMatch(new RegExp(`\\(${status}\\).*no$`));
  },
);
