import { expect, test } from 'vitest';
import { nothingKnown } from '../../../../src/actions/known.ts';
import { licenseScreen } from '../../../../src/ui/screens/license/screen.ts';
import { transcodingScreen } from '../../../../src/ui/screens/transcoding/screen.ts';
import type { View } from '../../../../src/ui/view.ts';
import { eventually } from '../../../support/eventually.ts';
import { fakeServices } from '../../../support/fake-services.ts';
import { panesOf } from '../../../support/panes-of.ts';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';
import { sampleView } from '../../../support/sample-view.ts';
import { areas, expectTiled } from '../../../support/screen-rows.ts';
import type { UiDriver } from '../../../support/ui-driver.ts';
import { writingScreen } from '../writing-screen.ts';

const read = {
  ...nothingKnown,
  transcode: {
    at: sampleNow,
    doubt: true,
    value: {
      ffmpegPath: { value: '/opt/\u001b]0;x\u0007ffmpeg', editable: false, lockedBy: 'FFMPEG_PATH' },
      ffmpegCommand: { value: `-i {SOURCE_INPUT} {WHAT} ${'-x '.repeat(400)}`, editable: true },
      transcodeTaskLimit: { value: null, editable: true },
    },
  },
  license: { lockedBy: 'STORM_LICENSE_KEY', replacedAt: sampleNow },
};

test.each(areas)('every page fills $width×$height cells, whatever was read', (area) => {
  const { facts } = fakeServices(sampleState());
  const base = sampleView(sampleState(), { facts });
  const readOnly = { known: nothingKnown, facts: { ...facts, readOnly: true } };
  for (const patch of [{ known: nothingKnown }, { known: read }, readOnly, {}] as Partial<View>[]) {
    const view = { ...base, ...patch };
    for (const index of [0, 1, 2, 3]) {
      const slice = { index, reading: false, written: undefined };
      expectTiled(panesOf(transcodingScreen, view, slice, area), area);
    }
    expectTiled(panesOf(licenseScreen, view, { written: undefined }, area), area);
  }
});

const open = () => writingScreen('transcoding');

/** Reads the settings, with the explanation that comes first. */
async function readAll(hands: UiDriver): Promise<void> {
  hands.press('enter', 'y');
  await eventually(() => hands.sees('/usr/bin/ffmpeg'));
  await eventually(() => expect(hands.dialogs).toEqual([]));
}

test('the screen explains and asks once before it reads settings, and then just reads', async () => {
  const { hands, sent, mutations } = await open();
  hands.press('enter', 'enter', 'enter');
  hands.sees('PATCH /api/transcode/settings with {"data":{"attributes":{}}}');
  expect(sent()).toEqual([]);
  hands.press('y');
  await eventually(() => hands.sees('/usr/bin/ffmpeg', 'not editable: locked by STORM_FFMPEG_PATH'));
  await eventually(() => expect(mutations.known.getState().explained).toContain('transcode-read'));
  await eventually(() => expect(hands.dialogs).toEqual([]));
  hands.press('r');
  await eventually(() => expect(sent()).toHaveLength(2));
  expect(hands.dialogs).toEqual([]);
});

test('an edit shows the old and the new value and sends only what changed', async () => {
  const { hands, simulator, audited } = await open();
  await readAll(hands);
  const { ffmpegCommand } = simulator.world.settings.transcode;
  hands.press('j', 'j', 'e', 'n', 'enter').sees(/Transcode tasks {2}\d+ → ∞ no limit/);
  hands.lacks('Encoder command  ').press('y');
  await eventually(() => expect(hands.notice).toContain('are updated'));
  expect(simulator.world.settings.transcode).toMatchObject({ transcodeTaskLimit: null, ffmpegCommand });
  expect((await audited()).at(-1)).toMatchObject({
    fields: { transcodeTaskLimit: null },
    outcome: 'confirmed',
  });
});

test('placeholders cause a warning but can be sent; what is edited first is read first', async () => {
  const { hands, simulator } = await open();
  hands.press('j', 'e', 'y');
  await eventually(() => hands.sees('Edit the transcode settings'));
  hands.press('ctrl-u').type('-i {SOURCE} {STREAM_OUTPUT}').sees('unknown: {SOURCE}');
  expect(hands.words).toMatch(/missing: \{SOURCE_INPUT\}/);
  hands.press('enter', 'y');
  const { transcode } = simulator.world.settings;
  // The notice may be that of a read already.
  await eventually(() => expect(transcode.ffmpegCommand).toBe('-i {SOURCE} {STREAM_OUTPUT}'));
});

test('a setting that changed on the server meanwhile stops the edit, shows both values, and is not overwritten by going on', async () => {
  const { hands, simulator } = await open();
  await readAll(hands);
  hands.press('j', 'j', 'e', 'ctrl-u').type('12').press('enter');
  simulator.world.settings.transcode.thumbGenerateTaskLimit = 33;
  hands.press('y');
  await eventually(() => expect(hands.words).toContain('It was 4 when it was read, the server now says 33.'));
  expect(simulator.world.settings.transcode.transcodeTaskLimit).not.toBe(12);
  hands.press('enter', 'y');
  await eventually(() => expect(hands.notice).toContain('are updated'));
  expect(simulator.world.settings.transcode).toMatchObject({
    transcodeTaskLimit: 12,
    thumbGenerateTaskLimit: 33,
  });
});
