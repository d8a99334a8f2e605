import { expect, test } from 'vitest';
import { json, open, serveWithLogin } from '../http/support.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleNow } from '../support/sample-state.ts';
import { ok, writing } from '../support/writing.ts';

test('the settings are read by an empty update, and only changed fields are sent', async () => {
  const { mutations, simulator, refreshes } = await writing();
  const read = ok(await mutations.readTranscode());
  expect(read.ffmpegPath).toMatchObject({ editable: false, lockedBy: 'STORM_FFMPEG_PATH' });
  const { ffmpegCommand } = simulator.world.settings.transcode;
  const now = ok(await mutations.updateTranscode({ transcodeTaskLimit: null }, read));
  expect(now.transcodeTaskLimit?.value).toBeNull();
  expect(simulator.world.settings.transcode).toMatchObject({ transcodeTaskLimit: null, ffmpegCommand });
  expect(mutations.known.getState().transcode?.value).toBe(now);
  expect(refreshes).toHaveLength(1);
});

/** A server whose settings are answered in this order; a number is a status, 0 a broken connection. */
async function answering(...answers: readonly (object | number)[]) {
  const left = [...answers];
  const bodies: string[] = [];
  const { url } = await serveWithLogin((request, response, body) => {
    bodies.push(body);
    const attributes = left.shift() ?? {};
    if (attributes === 0) request.socket.destroy();
    else if (typeof attributes === 'number') json(response, attributes, { message: 'not now' });
    else json(response, 200, { data: { attributes }, meta: {} });
  });
  const clock = new ManualClock(sampleNow);
  const rig = await writing({ mutations: { api: open(url).api, clock } });
  const shown = () => rig.mutations.known.getState().transcode;
  return { ...rig, clock, shown, asked: () => bodies.map((body) => JSON.parse(body).data.attributes) };
}

const limit = (value: number) => ({ transcodeTaskLimit: { value, editable: true } });

test('after an update with a lost answer the settings are uncertain until they are read again', async () => {
  const { mutations, shown, asked } = await answering(limit(7), limit(7), 0, limit(7));
  const read = ok(await mutations.readTranscode());
  const open = { kind: 'unknown', howToFindOut: expect.stringContaining('Read the settings again') };
  expect(await mutations.updateTranscode({ transcodeTaskLimit: 5 }, read)).toMatchObject(open);
  expect([asked().length, shown()?.doubt]).toEqual([3, true]);
  ok(await mutations.readTranscode());
  expect(shown()?.doubt).toBe(false);
});

test('the shown settings have the time of the answer that they came with', async () => {
  const answers = [7, 7, 5, 9].map(limit);
  const { mutations, clock, shown, asked, refreshes } = await answering(...answers);
  const read = ok(await mutations.readTranscode());
  expect(shown()).toEqual({ value: read, at: sampleNow, doubt: false });
  expect(refreshes).toEqual([]);
  clock.jumpWall(60_000);
  const now = ok(await mutations.updateTranscode({ transcodeTaskLimit: 5 }, read));
  expect(shown()).toEqual({ value: now, at: sampleNow + 60_000, doubt: false });
  expect(refreshes).toHaveLength(1);
  // Read, read again right before the change, and then the change itself.
  expect(asked()).toEqual([{}, {}, { transcodeTaskLimit: 5 }]);
  clock.jumpWall(60_000);
  expect(await mutations.updateTranscode({ transcodeTaskLimit: 3 }, now)).toMatchObject({ kind: 'refused' });
  expect(shown()).toMatchObject({ value: limit(9), at: sampleNow + 120_000, doubt: false });
  expect(refreshes).toHaveLength(1);
});

test('each field that changed meanwhile shows both values in words', async () => {
  const before = { ffmpegPath: '/usr/bin/ffmpeg', ffmpegCommand: '-a', transcodeTaskLimit: 0 };
  const after = { ffmpegPath: '/opt/ffmpeg', thumbGenerateTaskLimit: 4 };
  const { mutations, lines } = await answering(before, after);
  const read = ok(await mutations.readTranscode());
  const outcome = await mutations.updateTranscode({ ffmpegCommand: '-b' }, read);
  const message = /^Not sent: the settings changed on the server since they were read\. /;
  const changed = (was: string, is: string) => [`It was ${was} when it was read, the server now says ${is}.`];
  const limits = {
    transcodeTaskLimit: changed('0', 'no limit'),
    thumbGenerateTaskLimit: changed('no limit', '4'),
  };
  const paths = {
    ffmpegPath: changed('‘/usr/bin/ffmpeg’', '‘/opt/ffmpeg’'),
    ffmpegCommand: changed('‘-a’', 'nothing'),
  };
  const fields = { ...paths, ...limits };
  expect(outcome).toEqual({ kind: 'refused', message: expect.stringMatching(message), fields });
  expect((await lines()).slice(2).map(({ outcome: told }) => told)).toEqual(['refused']);
});

test('a missing limit means no limit, like null', async () => {
  const { mutations, asked } = await answering({}, { transcodeTaskLimit: { value: null } }, {});
  const read = ok(await mutations.readTranscode());
  await mutations.updateTranscode({ ffmpegCommand: '-b' }, read);
  expect(asked()).toEqual([{}, {}, { ffmpegCommand: '-b' }]);
});

test('when the settings cannot be read right before, the change is not sent and nothing is uncertain', async () => {
  for (const answer of [500, 0]) {
    const { mutations, lines, asked, shown } = await answering({}, answer);
    const read = ok(await mutations.readTranscode());
    const outcome = await mutations.updateTranscode({ ffmpegCommand: '-b' }, read);
    const message = /^Not sent, nothing changed: the settings could not be read before\. ./;
    expect(outcome).toMatchObject({ kind: 'refused', message: expect.stringMatching(message) });
    expect([asked(), shown()?.doubt]).toEqual([[{}, {}], false]);
    expect((await lines()).slice(2).map(({ outcome: told }) => told)).toEqual(['refused']);
  }
});

test('what was answered otherwise can be read back, until it is as it was sent', async () => {
  const { mutations, asked, lines } = await answering(...[7, 8, 8, 99].map(limit));
  const outcome = await mutations.updateTranscode({ transcodeTaskLimit: 99 }, limit(7) as never);
  const compared = [{ field: 'transcodeTaskLimit', sent: 99, answered: 8, verdict: 'other' }];
  expect(outcome).toMatchObject({ kind: 'differs', compared });
  const again = 'readBack' in outcome ? await outcome.readBack?.() : undefined;
  expect(again).toMatchObject({ kind: 'differs', compared });
  const last = again && 'readBack' in again ? await again.readBack?.() : undefined;
  expect(last).toMatchObject({ kind: 'confirmed', message: 'The transcode settings are as they were sent.' });
  // The two reads change nothing.
  expect(asked()).toEqual([{}, { transcodeTaskLimit: 99 }, {}, {}]);
  const differs = { fields: { transcodeTaskLimit: 99 }, answered: { transcodeTaskLimit: 8 } };
  expect((await lines()).find(({ outcome: told }) => told === 'differs')).toMatchObject(differs);
});
