import { expect, test } from 'vitest';
import { json, open, serveWithLogin } from '../http/support.ts';
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

test('settings that changed since they were read stop the update, with both values', async () => {
  const { mutations, simulator, sent } = await writing();
  const read = ok(await mutations.readTranscode());
  simulator.world.settings.transcode.thumbGenerateTaskLimit = 9;
  const before = sent().length;
  const outcome = await mutations.updateTranscode({ transcodeTaskLimit: 3 }, read);
  expect(outcome).toMatchObject({
    kind: 'refused',
    fields: { thumbGenerateTaskLimit: [expect.stringMatching(/4 .*9/)] },
  });
  expect(sent().length - before).toBe(1);
  expect(simulator.world.settings.transcode.transcodeTaskLimit).not.toBe(3);
  const fresh = mutations.known.getState().transcode?.value;
  expect(fresh?.thumbGenerateTaskLimit?.value).toBe(9);
  if (fresh) ok(await mutations.updateTranscode({ transcodeTaskLimit: 3 }, fresh));
  expect(simulator.world.settings.transcode).toMatchObject({
    transcodeTaskLimit: 3,
    thumbGenerateTaskLimit: 9,
  });
});

test('a limit that was taken away meanwhile is told as no limit', async () => {
  const { mutations, simulator } = await writing();
  const read = await mutations.readTranscode();
  if (read.kind !== 'ok') throw new Error(read.message);
  simulator.world.settings.transcode.thumbGenerateTaskLimit = null;
  expect(await mutations.updateTranscode({ transcodeTaskLimit: 3 }, read.value)).toMatchObject({
    kind: 'refused',
    fields: { thumbGenerateTaskLimit: [expect.stringContaining('the server now says no limit')] },
  });
});

test('an update of the settings whose answer is lost is told as doubt until they are read again', async () => {
  let asked = 0;
  const attributes = { transcodeTaskLimit: { value: 7, editable: true } };
  const { url } = await serveWithLogin((request, response) => {
    asked++;
    if (asked === 3) request.socket.destroy();
    else json(response, 200, { data: { attributes }, meta: {} });
  });
  const { mutations } = await writing({ mutations: { api: open(url).api } });
  const read = ok(await mutations.readTranscode());
  const outcome = await mutations.updateTranscode({ transcodeTaskLimit: 5 }, read);
  expect(outcome).toMatchObject({
    kind: 'unknown',
    howToFindOut: expect.stringContaining('Read the settings again'),
  });
  expect(asked).toBe(3);
  expect(mutations.known.getState().transcode?.doubt).toBe(true);
  ok(await mutations.readTranscode());
  expect(mutations.known.getState().transcode?.doubt).toBe(false);
});
