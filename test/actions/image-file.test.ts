import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writing } from '../support/writing.ts';

const image = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(64)]);

test('images are known by their content, not by their name', async () => {
  const { mutations, stateDir } = await writing();
  const path = join(stateDir, 'picture.jpg');
  await writeFile(path, image);
  expect(await mutations.inspectImage(path)).toEqual({ path, format: 'png', size: image.length });
  for (const [format, head] of [
    ['jpeg', '\xff\xd8\xff\xe0'],
    ['gif', 'GIF87a'],
    ['gif', 'GIF89a'],
    ['webp', 'RIFF\x10\0\0\0WEBPVP8 '],
  ] as const) {
    await writeFile(path, head, 'latin1');
    expect(await mutations.inspectImage(path)).toEqual({ path, format, size: head.length });
  }
  await writeFile(path, 'RIFF\x10\0\0\0WAVEfmt ', 'latin1');
  expect(await mutations.inspectImage(path)).toMatchObject({ problem: expect.stringContaining('no jpeg') });
  await writeFile(path, 'this is text');
  expect(await mutations.inspectImage(path)).toMatchObject({ problem: expect.stringContaining('no jpeg') });
  await writeFile(path, Buffer.concat([image, Buffer.alloc(8192 * 1024)]));
  expect(await mutations.inspectImage(path)).toMatchObject({
    problem: expect.stringContaining('at most 8192 KB'),
  });
  expect(await mutations.inspectImage(join(stateDir, 'nothing'))).toMatchObject({
    problem: 'no such file or directory',
  });
});
