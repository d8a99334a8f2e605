import { expect, test } from 'vitest';
import { json, serve } from '../http/support.ts';
import { writing } from '../support/writing.ts';

test.each([
  [401, /^The API key is not accepted/],
  [403, /^Your plan’s limit/],
  [404, /^Check the cloud URL/, /^The cloud does not know the source id or the theme id/],
  [429, /^The cloud takes 500 requests a minute/],
  [422, /^(?!The API|Your plan|Check|The cloud)/],
])(
  'status %i of the cloud is reported with its own remedy and no other',
  async (status, read, created = read) => {
    const { url } = await serve((_request, response) => json(response, status, { message: 'no' }));
    const { mutations } = await writing({ connection: { cloudUrl: url } });
    const told = [
      await mutations.cloudValues(),
      await mutations.createCloudStream({ name: 'Concert', regionId: 4 }),
    ];
    expect(told).toMatchObject(
      [read, created].map((remedy) => ({ kind: 'refused', message: expect.stringMatching(remedy) })),
    );
    // The remedy comes first, then the words of the cloud.
    for (const { message } of told) expect(message).toMatch(new RegExp(`\\(${status}\\).*no$`));
  },
);
