import { describe, expect, test } from 'vitest';
import { regions, timezones } from '../../../../src/simulator/cloud-form.ts';
import { cloudScreen } from '../../../../src/ui/screens/cloud/screen.ts';
import { type CloudSlice, cloudStart } from '../../../../src/ui/screens/cloud/slice.ts';
import type { View } from '../../../../src/ui/view.ts';
import type { CreatedStream } from '../../../../src/views/cloud/cloud.ts';
import { fakeServices } from '../../../support/fake-services.ts';
import { panesOf } from '../../../support/panes-of.ts';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';
import { sampleView } from '../../../support/sample-view.ts';
import { areas, expectTiled, rowsOf } from '../../../support/screen-rows.ts';
import { openScreen } from '../../open-screen.ts';

const state = sampleState();
const { facts } = fakeServices(state);

function view(patch: Partial<View> = {}): View {
  return sampleView(state, { facts: { ...facts, cloudUrl: 'https://cloud.example.net' }, ...patch });
}

const answered: CreatedStream = {
  id: '1',
  at: sampleNow - 90_000,
  name: 'Main stage',
  regionId: 4,
  cloud: 'https://cloud.example.net',
  stream: {
    streamKey: 'key-0123456789',
    name: 'Main stage',
    regionId: 4,
    targets: [],
    credentials: { username: 'cast-user', password: 'cast-password' },
    theme: { id: 1, name: 'Default' },
  },
};
const doubtful: CreatedStream = {
  ...answered,
  id: '2',
  name: 'Second stage',
  stream: undefined,
  doubt: 'It may have happened: no answer.',
};
const hostile: CreatedStream = {
  ...answered,
  id: '3',
  name: '\u001b[31m名前\u202e👍'.repeat(20),
  stream: {
    streamKey: 'k\u001b[2J'.repeat(40),
    name: '\u001b[31m名前',
    credentials: { username: '長'.repeat(90) },
  },
};
const read: CloudSlice = {
  ...cloudStart,
  values: {
    value: { regions, timezones: [...timezones], isTranscodingEnabled: true },
    updatedAt: sampleNow - 12_000,
    error: undefined,
    asking: false,
  },
};
const created = [hostile, doubtful, answered];
const values = (patch: Partial<CloudSlice['values']>) => ({ values: { ...cloudStart.values, ...patch } });
const many = Array.from({ length: 500 }, (_, id) => ({
  id,
  name: `\u001b[1m領域 ${id}`,
  coordinates: { lat: (id % 180) - 90, lon: id - 250 },
  url: 'rtmp://長い.example/'.repeat(9),
}));

const AREA = { x: 0, y: 3, width: 120, height: 36 };

test.each(areas)('every part fills $width×$height cells', (area) => {
  const cases: [CloudSlice, Partial<View>][] = [
    [cloudStart, { facts }] as [CloudSlice, object],
    [read, {}] as [CloudSlice, object],
    [{ ...cloudStart, ...values({ asking: true }) }, {}],
    [{ ...cloudStart, ...values({ error: 'wrong key '.repeat(30) }) }, {}],
    [{ ...read, values: { ...read.values, error: 'boom '.repeat(40) } }, {}],
    [{ ...read, ...values({ value: { regions: [], timezones: null } }) }, {}],
    [{ ...read, ...values({ value: { regions: many } }) }, {}],
    [{ ...read, created, part: 'streams' }, {}],
    ...['1', '2', '9'].map((opened): [CloudSlice, object] => [{ ...read, created, opened }, {}]),
    [{ ...read, created, opened: '3', revealed: { id: '3', at: sampleNow } }, {}],
    [{ ...read, created }, { display: { ...view().display, ascii: true, times: 'absolute' } }],
  ];
  for (const [slice, patch] of cases) expectTiled(panesOf(cloudScreen, view(patch), slice, area), area);
});

/** The rows of the screen in a large window, unless a test says otherwise. */
const rows = (slice: CloudSlice, width = 200, height = 56, patch: Partial<View> = {}) => {
  const area = { x: 0, y: 3, width, height };
  return rowsOf(panesOf(cloudScreen, view(patch), slice, area), area);
};
const text = (...args: Parameters<typeof rows>) => rows(...args).join('\n');

test('without a cloud the screen says what to configure, even in the smallest window', () => {
  const said = text(cloudStart, 40, 8, { facts }).replace(/[│\s]+/g, ' ');
  expect(said).toMatch(/No cloud is configured.*--cloud-url.*--api-key-file/);
});

test('a large window shows the selected region or stream whole beside the lists, without secrets', () => {
  const regions = { ...read, created: [answered], regionsAt: { selectedId: '4', index: 3, scroll: 0 } };
  expect(text(regions)).toMatch(/Created here +1 .*\n.*Main stage/);
  const streams = text({ ...regions, part: 'streams' });
  expect(streams).toMatch(/Cloud stream Main stage[\s\S]*Theme +Default \(1\)/);
  expect(streams).not.toMatch(/cast-password|key-0123456789/);
});

test('created streams are listed newest first, with secrets hidden, uncertain ones marked, and a note that no endpoint lists them', () => {
  const shown = text({ ...read, created: [doubtful, answered], part: 'streams' });
  const main = 'Main stage +1m 30s +Europe +•{8} +•{8} +•{8} ';
  expect(shown).toMatch(new RegExp(`▲ Second stage.*MAY EXIST.*\\n.*${main}`));
  expect(shown).toContain('the API cannot list or delete them');
});

test('the summary for screen readers contains no secret', () => {
  const model = cloudScreen.model(view(), { ...read, created: [doubtful, answered] }, AREA);
  const said = cloudScreen.summary?.(model).join(' ') ?? '';
  expect(said).toContain('Main stage, Europe.');
  expect(said).toContain('Second stage, Europe: it may exist, no answer arrived.');
  expect(said).not.toMatch(/key-0123456789|cast-user|cast-password/);
});

test('a revealed password is shown whole, however narrow the window is', () => {
  const password = 'abcdefghijklmnopqrstuvwxyz0123456789';
  const stream = { ...answered.stream, streamKey: 'k', credentials: { username: 'u', password } };
  const revealed = { id: '1', at: sampleNow };
  const slice = { ...read, created: [{ ...answered, stream }], opened: '1', revealed };
  expect(text(slice, 40, 30).replace(/[│\s]/g, '')).toContain(password);
});

test('a detail shows every field: unknown shapes in words, hidden where they may hold keys', () => {
  const stream = {
    ...answered.stream,
    thumbnail: { url: 'https://media.example/t.png', size: 300 },
    splashscreen: null,
    source: { id: 7, address: { host: 'pull.example' } },
    targets: [{ name: 'elsewhere', auth: { key: 'live_4711' } }, 'rtmp://third.example/app'],
    theme: { id: 3, name: 'Corporate', isDefault: 0 },
  };
  const slice: CloudSlice = { ...read, created: [{ ...answered, stream }], opened: '1' };
  const hidden = text(slice, 100, 40);
  expect(hidden).toContain('Thumbnail     url https://media.example/t.png, size 300');
  expect(hidden).toContain('Splashscreen  —');
  expect(hidden).toContain('Theme         Corporate (3), not the default');
  expect(hidden).toMatch(/Targets +2/);
  expect(hidden).not.toMatch(/live_4711|third\.example|pull\.example|id 7/);
  const shown = text({ ...slice, revealed: { id: '1', at: sampleNow } }, 100, 40);
  expect(shown).toContain('Source        id 7, address.host pull.example');
  expect(shown).toContain('Target 1      name elsewhere, auth.key live_4711');
  expect(shown).toContain('Target 2      rtmp://third.example/app');
});

test('an unreadable answer is kept hidden, shown on demand, and not called lost', () => {
  const odd = { ...doubtful, answer: '{"data":{"stream":{"streamKey":"once-1"}}}' };
  const list = text({ ...read, created: [odd], part: 'streams' });
  expect(list).toContain('NOT READABLE');
  expect(list).not.toContain('MAY EXIST');
  const opened: CloudSlice = { ...read, created: [odd], opened: odd.id };
  expect(text(opened)).not.toContain('once-1');
  expect(text({ ...opened, revealed: { id: odd.id, at: sampleNow } })).toContain('once-1');
});

describe('an answer that comes only once', () => {
  function driver() {
    const kept = { ...answered, answer: '{"stream": {"streamKey": "key-0123456789"}}' };
    const { hands } = openScreen('cloud', state, { services: { facts: view().facts } });
    hands.runtime.goTo('cloud', { ...read, created: [kept], part: 'streams' });
    return hands;
  }

  test('is dropped only by a second x, and another key in between cancels that', () => {
    const ui = driver().press('x');
    expect(ui.notice).toBe(
      'The answer to Main stage is kept only here: x again removes it. The stream stays.',
    );
    ui.press(':reveal', 'x').sees('Main stage').press('x');
    expect(ui.notice).toBe('The answer to Main stage is removed.');
    ui.sees('No stream was created here yet');
  });

  test('is dropped only by a second q, on any screen', () => {
    const ui = driver().press('2', 'q');
    expect([ui.quits, ui.notice]).toEqual([
      0,
      '1 answer of the cloud is kept only on the Cloud screen and would be lost. Repeat to continue.',
    ]);
    expect([ui.press('3', 'q').quits, ui.press('q').quits]).toEqual([0, 1]);
  });
});
