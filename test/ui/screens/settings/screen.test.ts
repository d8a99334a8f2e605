import { describe, expect, test } from 'vitest';
import { nothingKnown } from '../../../../src/actions/known.ts';
import { createMouse } from '../../../../src/ui/program/mouse.ts';
import { settingsScreen } from '../../../../src/ui/screens/settings/screen.ts';
import type { View } from '../../../../src/ui/view.ts';
import { eventually } from '../../../support/eventually.ts';
import { fakeServices } from '../../../support/fake-services.ts';
import { panesOf } from '../../../support/panes-of.ts';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';
import { sampleView } from '../../../support/sample-view.ts';
import { areas, expectTiled, rowsOf } from '../../../support/screen-rows.ts';
import { UiDriver } from '../../../support/ui-driver.ts';
import { writing } from '../../../support/writing.ts';

const _LICENSE = 'LIC-0815-NEVER-SHOWN';
const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;
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

describe.each(areas)('in $width×$height cells', (area) => {
  const { facts } = fakeServices(sampleState());
  const base = sampleView(sampleState(), { display, facts });
  test.each<[string, Partial<View>]>([
    ['not read', { known: nothingKnown }],
    ['read', { known: read }],
    ['read-only', { known: nothingKnown, facts: { ...facts, readOnly: true } }],
    ['a recording', {}],
  ])('%s fills the area', (_what, patch) => {
    for (const index of [0, 1, 2, 3]) {
      const panes = panesOf(
        settingsScreen,
        { ...base, ...patch },
        { index, reading: false, written: undefined },
        area,
      );
      expectTiled(panes, area);
    }
  });
});

async function open(options: Parameters<typeof writing>[0] = {}, patch: object = {}) {
  const rig = await writing(options);
  const base = fakeServices(sampleState());
  const services = fakeServices(sampleState(), {
    facts: { ...base.facts, ...patch },
    mutations: rig.mutations,
  });
  return { ...rig, services, hands: new UiDriver(services, { columns: 80, rows: 24 }, 'settings') };
}

/** The text of the screen, wherever its rows break. */
const words = (hands: UiDriver) => hands.screen.replace(/[│└┘┌┐─\s]+/g, ' ');

/** Reads the settings, with the explanation that comes first. */
async function readAll(hands: UiDriver): Promise<void> {
  hands.press('enter', 'y');
  await eventually(() => expect(hands.screen).toContain('/usr/bin/ffmpeg'));
}

test('placeholders cause a warning but can be sent', async () => {
  const { hands, simulator } = await open();
  await readAll(hands);
  await eventually(() => expect(hands.dialogs).toEqual([]));
  hands.press('j', 'e', 'ctrl-u').type('-i {SOURCE} {STREAM_OUTPUT}');
  expect(hands.screen).toContain('unknown: {SOURCE}');
  expect(words(hands)).toMatch(/missing: \{SOURCE_INPUT\}/);
  hands.press('enter', 'y');
  await eventually(() => expect(hands.notice).toContain('are updated'));
  expect(simulator.world.settings.transcode.ffmpegCommand).toBe('-i {SOURCE} {STREAM_OUTPUT}');
});

test('read-only mode says why not even the settings can be read, and sends nothing', async () => {
  const { hands, sent } = await open({ connection: { readOnly: true } }, { readOnly: true });
  expect(hands.screen).toContain('Read-only: the settings cannot be read.');
  hands.press('enter', 'e', 'r', 'L');
  expect(hands.dialogs).toEqual([]);
  expect(hands.notice).toContain('Read-only');
  expect(sent()).toEqual([]);
});

test('a large window explains a setting and says what was changed from here', () => {
  const area = { x: 0, y: 3, width: 200, height: 56 };
  const state = sampleState();
  const view = sampleView(state, { display, known: read });
  const write = { at: '2026-01-15T11:00:00.000Z', cluster: state.name, user: 'root', outcome: 'ok' as const };
  const target = 'transcode settings';
  const entries = [
    { ...write, action: 'update transcode settings', target, fields: { transcodeTaskLimit: 24 } },
    { ...write, action: 'replace license', target: 'license key', fields: { licenseKey: '(hidden)' } },
  ];
  const written = { entries, unreadable: 0, path: undefined };
  const panes = panesOf(settingsScreen, view, { index: 2, reading: false, written }, area);
  const of = (id: string) =>
    rowsOf(
      panes.filter((pane) => pane.id === id),
      area,
    ).join('\n');
  expect(of('settings.setting')).toContain('Most transcode tasks at the same time.');
  expect(of('settings.setting')).toContain('0 starts no new task');
  expect(of('settings.written')).toContain('transcodeTaskLimit=24');
  expect(of('settings.license')).toMatch(/done +replace license +license key/);
});

test('a click on any line of a setting selects it, and one on the selected setting opens its form', async () => {
  const { hands, services } = await open();
  await readAll(hands);
  await eventually(() => expect(hands.dialogs).toEqual([]));
  const mouse = createMouse(hands.runtime);
  const click = (words: string) =>
    mouse({ kind: 'press', x: 30, y: hands.screen.split('\n').findIndex((row) => row.includes(words)) });
  click('{SOURCE_INPUT}');
  expect(hands.screen).toContain('▸ Encoder command');
  click('Thumbnail tasks');
  expect(hands.screen).toContain('▸ Thumbnail tasks');
  click('License');
  expect(hands.screen).toContain('▸ Thumbnail tasks');
  expect(hands.dialogs).toEqual([]);
  await services.clock.advance(1_000);
  click('Thumbnail tasks');
  expect(hands.dialogs).toMatchObject([{ kind: 'form' }]);
});
