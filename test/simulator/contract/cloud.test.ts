import { expect, test } from 'vitest';
import { rig, shape } from '../rig.ts';

const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70);
const least = { name: 'Evening show', regionId: '4' };

test('B1 with the required fields only returns the defaults and every field of a cloud stream', async () => {
  const r = await rig();
  const { status, body } = await r.create(least);
  expect(status).toBe(200);
  expect(body).toEqual({
    message: expect.any(String),
    stream: {
      streamKey: expect.any(String),
      name: 'Evening show',
      description: null,
      regionId: 4,
      isPublished: true,
      countdown: { isCountdown: false, startDate: null, timezone: null },
      sourceType: 'PUSH',
      encoderMode: 'PASSTHROUGH',
      credentials: { username: expect.any(String), password: expect.any(String) },
      thumbnail: null,
      splashscreen: null,
      source: null,
      targets: [],
      themeId: 1,
      theme: { id: 1, name: 'Default', isDefault: 1 },
      isCreated: true,
      createdAt: new Date(r.clock.now()).toISOString(),
    },
  });
});

const countdown = { countdown: '1', countdownStartDate: '01.02.2027 10:00:00', countdownTimezone: 'UTC' };
const from = (countdownStartDate: string) => ({ ...countdown, countdownStartDate });
test('B1 refuses odd fields with 400 and a message', async () => {
  const r = await rig();
  const odd: readonly (readonly [field: string, given: Record<string, string>])[] = [
    ...['', 'x'.repeat(256)].map((name) => ['name', { name }] as const),
    ...['', 'x'.repeat(2001)].map((description) => ['description', { description }] as const),
    ...['', '0', '10', 'Europe'].map((regionId) => ['regionId', { regionId }] as const),
    ['countdown', { countdown: '2' }],
    ['countdownStartDate', from('')],
    ['countdownStartDate', from('2027-02-01T10:00:00Z')],
    ['countdownStartDate', from('30.02.2027 10:00:00')],
    ['countdownStartDate', from('01.02.2027 25:00:00')],
    ['countdownTimezone', { ...countdown, countdownTimezone: '' }],
    ['countdownTimezone', { ...countdown, countdownTimezone: 'Mars/Olympus' }],
    ['isPublished', { isPublished: 'yes' }],
    ['sourceType', { sourceType: 'TELEPATHY' }],
    ['sourceId', { sourceType: 'PULL' }],
    ['encoderMode', { encoderMode: 'TRANSCODE' }],
    ['themeId', { themeId: 'dark' }],
  ];
  for (const [field, given] of odd) {
    const { status, body } = await r.create({ ...least, ...given });
    expect([status, body.message]).toEqual([400, expect.stringContaining(field)]);
  }
});

test('B1 refuses a file that only claims to be an image, and one above 8192 KB', async () => {
  const r = await rig();
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const fake = await r.create({ ...least, thumbnailFile: [svg, 'a.png'] });
  expect([fake.status, fake.body.message]).toEqual([400, expect.stringMatching(/thumbnailFile.*jpeg/)]);
  const limit = new Uint8Array(8192 * 1024);
  limit.set(jpeg);
  expect((await r.create({ ...least, thumbnailFile: [limit, 'a.jpg'] })).status).toBe(200);
  const over = new Uint8Array(8192 * 1024 + 1);
  over.set(jpeg);
  const large = await r.create({ ...least, splashscreenFile: [over, 'a.jpg'] });
  expect([large.status, large.body.message]).toEqual([400, expect.stringMatching(/splashscreenFile.*8192/)]);
});

test('B1: unknown sources and themes are 404, too many live streams 403, and unpublished ones do not count', async () => {
  const r = await rig({ liveLimit: 1 });
  expect((await r.create({ ...least, sourceType: 'PULL', sourceId: '99' })).status).toBe(404);
  expect((await r.create({ ...least, themeId: '99' })).body.message).toMatch(/not found/);
  expect((await r.create({ ...least, isPublished: '0' })).status).toBe(200);
  expect((await r.create(least)).status).toBe(200);
  const second = await r.create(least);
  expect([second.status, second.body.message]).toEqual([403, expect.stringMatching(/limit/)]);
});

test('B2 lists regions, time zones and whether there is transcoding', async () => {
  const r = await rig();
  const { status, body } = await r.values();
  expect(status).toBe(200);
  const { timezones, regions, isTranscodingEnabled } = body.possibleValues;
  expect(timezones).toEqual(expect.arrayContaining(['UTC', 'Europe/Berlin', 'Asia/Tokyo']));
  expect(isTranscodingEnabled).toBe(true);
  expect(regions.map((region: { id: number }) => region.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const region of regions)
    expect(region).toEqual(shape('name url', 'id pos', { coordinates: shape('', 'lat lon') }));
});

test('a wrong or missing API key is 401 with a message, for both endpoints', async () => {
  const r = await rig();
  for (const answer of [await r.values('wrong'), await r.values(''), await r.create(least, 'wrong')]) {
    expect([answer.status, typeof answer.body.message]).toEqual([401, 'string']);
  }
});
