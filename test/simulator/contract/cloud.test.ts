import { expect, test } from 'vitest';
import { refusal, rig, shape, text } from '../rig.ts';

const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70);
const least = { name: 'Evening show', regionId: '4' };

test('B1 with the required fields only returns the defaults and every field of a cloud stream', async () => {
  const r = await rig();
  const { status, body } = await r.create(least);
  expect(status).toBe(200);
  const none = { description: null, thumbnail: null, splashscreen: null, source: null, targets: [] };
  const modes = { isPublished: true, isCreated: true, sourceType: 'PUSH', encoderMode: 'PASSTHROUGH' };
  const stream = {
    ...{
      streamKey: text,
      name: 'Evening show',
      regionId: 4,
      createdAt: new Date(r.clock.now()).toISOString(),
    },
    ...{ ...none, ...modes, credentials: { username: text, password: text } },
    ...{ themeId: 1, theme: { id: 1, name: 'Default', isDefault: 1 } },
    countdown: { isCountdown: false, startDate: null, timezone: null },
  };
  expect(body).toEqual({ message: text, stream });
});

const countdown = { countdown: '1', countdownStartDate: '01.02.2027 10:00:00', countdownTimezone: 'UTC' };
test('B1 refuses odd fields with 400 and a message', async () => {
  const r = await rig();
  const odd: Readonly<Record<string, readonly string[]>> = {
    name: ['', 'x'.repeat(256)],
    description: ['', 'x'.repeat(2001)],
    regionId: ['', '0', '10', 'Europe'],
    countdown: ['2'],
    countdownStartDate: ['', '2027-02-01T10:00:00Z', '30.02.2027 10:00:00', '01.02.2027 25:00:00'],
    countdownTimezone: ['', 'Mars/Olympus'],
    isPublished: ['yes'],
    sourceType: ['TELEPATHY'],
    encoderMode: ['TRANSCODE'],
    themeId: ['dark'],
  };
  const refused = async (field: string, given: Record<string, string>) => {
    const { status, body } = await r.create({ ...least, ...given });
    expect([given, status, body.message]).toEqual([given, 400, expect.stringContaining(field)]);
  };
  await refused('sourceId', { sourceType: 'PULL' });
  for (const [field, values] of Object.entries(odd)) {
    const beside = field.startsWith('countdown') ? countdown : {};
    for (const value of values) await refused(field, { ...beside, [field]: value });
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
  for (const answer of [await r.values('wrong'), await r.values(''), await r.create(least, 'wrong')])
    expect(refusal(answer)).toEqual([401, 'string']);
});
