import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../support/new-folder.ts';
import { failure, json, open, serve } from './support.ts';

const created = { message: 'created', stream: { streamKey: 'k' } };
const apiKey = async () => 'the-key';

function image(size: number): string {
  const path = join(newFolder(), 'thumb "1"\r\n.png');
  writeFileSync(path, Buffer.alloc(size, 'i'));
  return path;
}

/** A server that reads the form with the parser of the platform, which did not write it. */
async function serveForm() {
  const forms: FormData[] = [];
  const lengths: number[] = [];
  const served = await serve(async (request, response, body) => {
    const bytes = Buffer.from(body, 'latin1');
    lengths.push(Number(request.headers['content-length']) - bytes.length);
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    forms.push(await new Response(bytes, { headers }).formData());
    expect(request.headers['x-api-key']).toBe('the-key');
    expect(request.headers.authorization).toBeUndefined();
    json(response, 200, created);
  });
  return { ...served, forms, lengths };
}

test('creates a stream from fields and a file, which is streamed with its progress', async () => {
  const { url, forms, lengths, hits } = await serveForm();
  const { cloud } = open(url, { cloudUrl: `${url}/cloud/`, apiKey });
  const size = 3 * 1024 * 1024;
  const progress: [number, number][] = [];
  const thumbnailFile = { path: image(size), format: 'png', size } as const;
  const given = { countdown: false, isPublished: true, description: undefined, thumbnailFile };
  const onProgress = (sent: number, total: number) => progress.push([sent, total]);
  const response = await cloud?.createStream({ name: 'Größe', regionId: 4, ...given }, { onProgress });
  expect(response).toMatchObject({ value: { stream: { streamKey: 'k' } }, message: 'created' });
  expect(hits).toEqual(['POST /cloud/api/request/stream']);
  expect(lengths).toEqual([0]);
  const [form] = forms;
  const names = ['name', 'regionId', 'countdown', 'isPublished', 'description'];
  expect(names.map((name) => form?.get(name))).toEqual(['Größe', '4', '0', '1', null]);
  const file = form?.get('thumbnailFile') as File;
  expect([file.size, file.type]).toEqual([size, 'image/png']);
  expect(progress.length).toBeGreaterThan(5);
  expect(progress.at(-1)).toEqual([size, size]);
  expect(progress.every(([sent], i) => sent >= (progress[i - 1]?.[0] ?? 0))).toBe(true);
});

test('missing and changed files are reported before anything is sent', async () => {
  const { url, hits } = await serveForm();
  const { cloud } = open(url, { cloudUrl: url, apiKey });
  for (const path of ['/nonexistent/a.png', image(10)]) {
    const thumbnailFile = { path, format: 'png' as const, size: 11 };
    const error = await failure(cloud?.createStream({ name: 'n', regionId: 1, thumbnailFile }));
    expect(error).toMatchObject({ code: 'FILE' });
  }
  expect(hits).toEqual([]);
});

test('what arrived of an answer that breaks off is kept: a stream is created, and its keys are told once', async () => {
  const { url } = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 });
    response.write('{"data":{"streamKey":"told-once"', () => response.destroy());
  });
  const { cloud } = open(url, { cloudUrl: url, apiKey });
  const error = await failure(cloud?.createStream({ name: 'n', regionId: 1 }));
  expect(error).toMatchObject({ answer: expect.stringContaining('told-once') });
});

test('a file that changes while it is sent ends the request, and nothing was created', async () => {
  const path = image(4 * 1024 * 1024);
  const { url } = await serve((_request, response) => json(response, 200, created));
  // The key is read after the file was opened.
  const late = async () => {
    writeFileSync(path, 'short');
    return 'the-key';
  };
  const { cloud } = open(url, { cloudUrl: url, apiKey: late });
  const thumbnailFile = { path, format: 'png' as const, size: 4 * 1024 * 1024 };
  const error = await failure(cloud?.createStream({ name: 'n', regionId: 1, thumbnailFile }));
  expect(error).toMatchObject({ code: 'FILE', message: expect.stringContaining('nothing was created') });
});

test('a refused key is asked for again', async () => {
  const keys = ['old', 'new\n'];
  const { url } = await serve((request, response) => {
    if (request.headers['x-api-key'] !== 'new') json(response, 401, { message: 'incorrect key' });
    else json(response, 200, { possibleValues: { timezones: ['UTC'] } });
  });
  const { cloud } = open(url, { cloudUrl: url, apiKey: async () => keys.shift() ?? '' });
  expect(await failure(cloud?.possibleValues())).toMatchObject({ code: 'HTTP_401' });
  for (let time = 0; time < 2; time++)
    expect((await cloud?.possibleValues())?.value.timezones).toEqual(['UTC']);
  expect(keys).toEqual([]);
});

test('a key that cannot be put into a header is refused', async () => {
  const { url, hits } = await serve(() => {});
  const { cloud } = open(url, { cloudUrl: url, apiKey: async () => 'a\r\nb: c' });
  expect(await failure(cloud?.possibleValues())).toMatchObject({ code: 'API_KEY' });
  expect(hits).toEqual([]);
});

test('without a URL or key there is no cloud', async () => {
  const { url } = await serve(() => {});
  expect(open(url, { cloudUrl: url }).cloud).toBeUndefined();
  expect(open(url, { apiKey }).cloud).toBeUndefined();
});
