import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { TapeEntry } from '../../src/recording/entry.ts';
import { encodeFrame } from '../../src/recording/frame.ts';
import { encodeHeader } from '../../src/recording/header.ts';
import { openTape } from '../../src/recording/open-tape.ts';
import { closedDirectory } from '../support/closed-directory.ts';
import { answerAt, openedTape, T0, text } from './entries.ts';

const dashboard = ['dashboard', '/api/cluster/dashboard'] as const;
let directory: string;
let path: string;
beforeEach(async () => {
  directory = await closedDirectory();
  path = join(directory, 'night.tape');
});

/** The bytes of a recording, a frame for each entry. */
async function tapeOf(...entries: readonly TapeEntry[]): Promise<Buffer> {
  const frames = await Promise.all(entries.map((entry) => encodeFrame([entry])));
  return Buffer.concat([Buffer.from(encodeHeader(T0, 0, 'prod')), ...frames]);
}

/** So many responses, a second apart, each longer than the one before. */
const growing = (length: number) =>
  Array.from({ length }, (_, n) => answerAt(n * 1000, { n, text: 'x'.repeat(n * 97) }));

test('a recording of an earlier castwatch is played', async () => {
  const header = `{"castwatch":"recording","version":1,"session":${T0},"piece":0,"cluster":"prod"}\n`;
  // A dashboard, and two seconds later a failed request for one.
  const frame =
    'fQAAAG0AAAA7UANRKLUv/QBIJQMA8kUVGnBp2/bUZR1I0WwlHNBAAMfHhhapIzD//zcCSukDZ359HBiGA8Eo4NVcoas5NnOLbLaWRRa3tnjm11c1' +
    'qSQW9xjJ1TbxmCjLEAq3CV5PQicJEOA4AgQAAAplYb952gjAHCi1L/0ASDkAAHsibiI6MX0=';
  await writeFile(path, Buffer.concat([Buffer.from(header), Buffer.from(frame, 'base64')]));
  const tape = await openedTape(path);
  expect(tape).toMatchObject({ cluster: 'prod', entries: 2, tornBytes: 0, from: T0, to: T0 + 2000 });
  const first = tape.latest(...dashboard, T0);
  expect(first).toMatchObject({ status: 200, contentType: 'application/json', duration: 20 });
  expect(first && text(await tape.body(first))).toBe('{"n":1}');
  expect(tape.latest(...dashboard, T0 + 2000)).toMatchObject({ status: 0, code: 'REFUSED', duration: 5 });
});

test('the newest hundred files of a recording are played, and none stays open', async () => {
  const piece = await tapeOf(answerAt(0, 'one'));
  await writeFile(path, piece);
  for (let number = 1; number <= 101; number++) await writeFile(`${path}.${number}`, piece);
  expect((await openedTape(path)).entries).toBe(1 + 100);
});

test('a recording cut within its first line is empty, whatever lies beside it', async () => {
  const header = encodeHeader(T0, 1, 'prod');
  await writeFile(path, header.slice(0, 30));
  await writeFile(`${path}.1`, Buffer.concat([Buffer.from(header), await encodeFrame([answerAt(0, 'one')])]));
  const tape = await openedTape(path);
  expect([tape.entries, tape.tornBytes, tape.cluster]).toEqual([0, 30, '']);
});

test('a file that is no recording is refused with a message', async () => {
  const none = { code: 'NOT_A_RECORDING', message: `${path} is not a recording of castwatch` };
  const other = `${path} was written by another version of castwatch (format 99, this one reads 1)`;
  const newer = '{"castwatch":"recording","version":99,"session":1,"piece":0,"cluster":""}\n';
  for (const content of ['hello\n', '\0\0\0', '{"castwatch":"recording",}\n', newer]) {
    await writeFile(path, content);
    const refusal = content === newer ? { code: 'VERSION', message: other } : none;
    await expect(openTape(path)).rejects.toMatchObject(refusal);
  }
  await expect(openTape(join(directory, 'none'))).rejects.toThrow('cannot open the recording');
});

test('a recording cut at any byte opens with all responses before the cut', async () => {
  const entries = growing(8);
  const whole = await tapeOf(...entries);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), async (length) => {
      await writeFile(path, whole.subarray(0, length));
      const tape = await openTape(path);
      try {
        for (let n = 0; n < tape.entries; n++) {
          const found = tape.latest(...dashboard, T0 + n * 1000);
          expect(found && text(await tape.body(found))).toBe(text(entries[n]?.body ?? Buffer.alloc(0)));
        }
        if (length === whole.length) expect([tape.entries, tape.tornBytes]).toEqual([8, 0]);
      } finally {
        await tape.close();
      }
    }),
    { numRuns: 200, examples: [[0], [1], [30], [whole.length - 1], [whole.length]] },
  );
});

test('a recording changed at any byte opens or is refused with a message, and never gives a wrong response', async () => {
  const entries = growing(4);
  const whole = await tapeOf(...entries);
  const bodies = new Set(entries.map((entry) => text(entry.body)));
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ mask;
      await writeFile(path, changed);
      const tape = await openTape(path).catch((error: Error) => error);
      if (tape instanceof Error) return void expect(tape.name).toBe('TapeError');
      for (let n = 0; n < 4; n++) {
        const found = tape.latest(...dashboard, T0 + n * 1000);
        if (found) expect(bodies).toContain(text(await tape.body(found)));
      }
      await tape.close();
    }),
    { numRuns: 200 },
  );
});
