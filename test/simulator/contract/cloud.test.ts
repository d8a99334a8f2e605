import { expect, test } from 'vitest';
import { rig } from '../rig.ts';

const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70);
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0);
const gif = new TextEncoder().encode('GIF89a....');
const webp = new TextEncoder().encode('RIFF....WEBPVP8 ');
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

test('B1 accepts all fields', async () => {
  const r = await rig();
  const { status, body } = await r.create({
    ...least,
    description: 'd',
    countdown: '1',
    countdownStartDate: '29.02.2028 23:59:59',
    countdownTimezone: 'Europe/Berlin',
    isPublished: '0',
    sourceType: 'PULL',
    sourceId: '2',
    encoderMode: 'ABR',
    themeId: '3',
    thumbnailFile: [jpeg, 'a.bin'],
    splashscreenFile: [webp, 'b.webp'],
  });
  expect(status).toBe(200);
  expect(body.stream).toMatchObject({
    isPublished: false,
    countdown: { isCountdown: true, startDate: '29.02.2028 23:59:59', timezone: 'Europe/Berlin' },
    sourceType: 'PULL',
    encoderMode: 'ABR',
    themeId: 3,
    thumbnail: { mimeType: 'image/jpeg' },
    splashscreen: { mimeType: 'image/webp' },
  });
});

const countdown = { countdown: '1', countdownStartDate: '01.02.2027 10:00:00', countdownTimezone: 'UTC' };
test.each<[string, Record<string, string>, RegExp]>([
  ['no name', { regionId: '1' }, /name/],
  ['an empty name', { ...least, name: '' }, /name/],
  ['a name of 256 characters', { ...least, name: 'x'.repeat(256) }, /name/],
  ['a description of 2001 characters', { ...least, description: 'x'.repeat(2001) }, /description/],
  ['an empty description', { ...least, description: '' }, /description/],
  ['no region', { name: 'x' }, /regionId/],
  ['region 0', { ...least, regionId: '0' }, /regionId/],
  ['region 10', { ...least, regionId: '10' }, /regionId/],
  ['a region in words', { ...least, regionId: 'Europe' }, /regionId/],
  ['a countdown of 2', { ...least, countdown: '2' }, /countdown/],
  ['a countdown without a date', { ...least, ...countdown, countdownStartDate: '' }, /countdownStartDate/],
  ['a countdown without a zone', { ...least, ...countdown, countdownTimezone: '' }, /countdownTimezone/],
  [
    'an ISO date',
    { ...least, ...countdown, countdownStartDate: '2027-02-01T10:00:00Z' },
    /countdownStartDate/,
  ],
  [
    'the 30th of February',
    { ...least, ...countdown, countdownStartDate: '30.02.2027 10:00:00' },
    /countdownStartDate/,
  ],
  ['25 o’clock', { ...least, ...countdown, countdownStartDate: '01.02.2027 25:00:00' }, /countdownStartDate/],
  [
    'an unknown time zone',
    { ...least, ...countdown, countdownTimezone: 'Mars/Olympus' },
    /countdownTimezone/,
  ],
  ['published perhaps', { ...least, isPublished: 'yes' }, /isPublished/],
  ['an unknown source type', { ...least, sourceType: 'TELEPATHY' }, /sourceType/],
  ['PULL without a source', { ...least, sourceType: 'PULL' }, /sourceId/],
  ['an unknown encoder mode', { ...least, encoderMode: 'TRANSCODE' }, /encoderMode/],
  ['a theme in words', { ...least, themeId: 'dark' }, /themeId/],
])('B1 refuses %s with 400 and a message', async (_what, fields, message) => {
  const r = await rig();
  const { status, body } = await r.create(fields);
  expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
});

test('names of 255 and descriptions of 2000 characters are accepted, counted as graphemes', async () => {
  const r = await rig();
  expect((await r.create({ ...least, name: '東'.repeat(255), description: '😀'.repeat(2000) })).status).toBe(
    200,
  );
});

test.each([
  ['jpeg', jpeg],
  ['png', png],
  ['gif', gif],
  ['webp', webp],
] as const)('B1 recognises a %s by its content', async (_type, bytes) => {
  const r = await rig();
  expect((await r.create({ ...least, thumbnailFile: [bytes, 'whatever.txt'] })).status).toBe(200);
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

test('B1 with a JSON body is 400', async () => {
  const r = await rig();
  const response = await fetch(`${r.sim.cloudUrl}/api/request/stream`, {
    method: 'POST',
    headers: { 'x-api-key': r.sim.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(least),
  });
  expect([response.status, typeof ((await response.json()) as { message: unknown }).message]).toEqual([
    400,
    'string',
  ]);
});

test('B2 lists regions, time zones and whether there is transcoding', async () => {
  const r = await rig();
  const { status, body } = await r.values();
  expect(status).toBe(200);
  const { timezones, regions, isTranscodingEnabled } = body.possibleValues;
  expect(timezones).toEqual(expect.arrayContaining(['UTC', 'Europe/Berlin', 'Asia/Tokyo']));
  expect(isTranscodingEnabled).toBe(true);
  expect(regions.map((region: { id: number }) => region.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const number = expect.any(Number);
  for (const region of regions) {
    expect(region).toEqual({
      id: number,
      name: expect.any(String),
      coordinates: { lat: number, lon: number },
      url: expect.any(String),
      pos: number,
    });
  }
});

test('a wrong or missing API key is 401 with a message, for both endpoints', async () => {
  const r = await rig();
  for (const answer of [await r.values('wrong'), await r.values(''), await r.create(least, 'wrong')]) {
    expect([answer.status, typeof answer.body.message]).toEqual([401, 'string']);
  }
});

test('the 501st request within a minute is 429, counted over both endpoints', async () => {
  const r = await rig();
  for (let i = 0; i < 250; i++) {
    const answers = await Promise.all([r.values(), r.values()]);
    expect(answers.map((a) => a.status)).toEqual([200, 200]);
  }
  const create = await r.create(least);
  expect([create.status, typeof create.body.message]).toEqual([429, 'string']);
  expect(Number(create.headers.get('retry-after'))).toBeGreaterThan(0);
  await r.clock.advance(60_000);
  expect((await r.values()).status).toBe(200);
});

test.each([
  ['no boundary', 'multipart/form-data', 'x'],
  ['garbage', 'multipart/form-data; boundary=abc', 'garbage'],
  [
    'a form that is cut off',
    'multipart/form-data; boundary=abc',
    '--abc\r\nContent-Disposition: form-data; name="na',
  ],
])('B1 with %s is 400 with a message', async (_what, type, body) => {
  const r = await rig();
  const headers = { 'x-api-key': r.sim.apiKey, 'content-type': type };
  const response = await fetch(`${r.sim.cloudUrl}/api/request/stream`, { method: 'POST', headers, body });
  expect([response.status, await response.json()]).toEqual([400, { message: 'Malformed multipart body' }]);
});
