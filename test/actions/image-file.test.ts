import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFiles } from '../support/open-files.ts';
import { writing } from '../support/writing.ts';

const MOST_BYTES = 8192 * 1024;
const PNG = '\x89PNG\r\n\x1a\n';

async function rig() {
  const { mutations, stateDir, sent } = await writing();
  const path = join(stateDir, 'picture.jpg');
  const inspect = async (content: string | Buffer) => {
    await writeFile(path, content, 'latin1');
    return mutations.inspectImage(path);
  };
  return { mutations, stateDir, sent, path, inspect };
}

const refused = { problem: 'its content is not jpeg, png, gif or webp' };

test('an image is recognised by its content, not by its name, and what is none is refused', async () => {
  const { inspect, path, stateDir, sent } = await rig();
  for (const [format, ...contents] of [
    ['png', PNG, `${PNG}${'\0'.repeat(64)}`],
    ['jpeg', '\xff\xd8\xff\xe0'],
    ['gif', 'GIF87a', 'GIF89a'],
    ['webp', 'RIFF\x10\0\0\0WEBPVP8 '],
    ['a sound', 'RIFF\x10\0\0\0WAVEfmt '],
    ['a signature in the wrong place', 'FORM\x10\0\0\0WEBPVP8 ', 'BM\x10\0\0\0GIF89a'],
    ['text, a part of a signature, nothing', 'this is text', PNG.slice(0, 7), ''],
  ] as const) {
    const isImage = ['png', 'jpeg', 'gif', 'webp'].includes(format);
    for (const content of contents)
      expect(await inspect(content), format).toEqual(
        isImage ? { path, format, size: content.length } : refused,
      );
  }
  expect([openFiles(stateDir), sent()]).toEqual([[], []]);
});

test('an image of exactly the limit is accepted, a larger one is refused with its size', async () => {
  const { inspect, stateDir } = await rig();
  const fits = Buffer.concat([Buffer.from(PNG, 'latin1')], MOST_BYTES);
  expect(await inspect(fits)).toMatchObject({ format: 'png', size: MOST_BYTES });
  const larger = Buffer.concat([fits], MOST_BYTES + 1);
  expect(await inspect(larger)).toEqual({ problem: '8193 KB; at most 8192 KB' });
  expect(openFiles(stateDir)).toEqual([]);
});

test('the message of an unreadable file says why', async () => {
  const { mutations, stateDir } = await rig();
  const inspect = () => mutations.inspectImage(join(stateDir, 'album'));
  expect(await inspect()).toEqual({ problem: 'no such file or directory' });
  await mkdir(join(stateDir, 'album'));
  expect(await inspect()).toEqual({ problem: 'it is not an ordinary file' });
});
