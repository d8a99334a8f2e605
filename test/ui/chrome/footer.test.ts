import { expect, test } from 'vitest';
import { createKeymap } from '../../../src/actions/keymap.ts';
import type { ScreenName } from '../../../src/actions/screen-table.ts';
import type { ReplayStatus } from '../../../src/actions/time-travel.ts';
import { type FooterInput, footer } from '../../../src/ui/chrome/footer.ts';
import { textOf } from '../../support/drawn-table.ts';
import { replayStatus } from '../../support/fake-replay.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

const { runtime } = new UiDriver(fakeServices(sampleState()));
const live = runtime.view;

const time = replayStatus();

const linesOf = (input: Partial<FooterInput>, width: number) =>
  footer(
    {
      view: live,
      screen: 'overview',
      replay: undefined,
      past: undefined,
      notice: undefined,
      status: [],
      place: 'list',
      idle: [],
      inBorders: new Set(),
      dialog: undefined,
      keymap: createKeymap(),
      ...input,
    },
    width,
  );
const line = (input: Partial<FooterInput>, width = 120) => textOf(linesOf(input, width));

/** The keys that a footer names when every command of the screen is possible; a time line is left out. */
function keysOf(screen: ScreenName, input: Partial<FooterInput> = {}, width = 300): string {
  const spans = linesOf({ screen, ...input }, width).filter(({ link }) => link?.kind === 'command');
  const keys = spans.map(({ text, tone }) => (tone === 'accent' ? `, ${text}` : text));
  return keys.join('').slice(2);
}

const AFTER = 'space freeze, r refresh, : command, ? help, q quit';

test.each([
  ['overview', '', ''],
  ['journal', '/ filter, f narrow, ', ''],
  ...['servers', 'streams', 'applications'].map((list) => [list, '/ filter, v view, f narrow, s sort, ', '']),
  ['users', '/ filter, a add, e edit, x delete, v view, ', ', a add, e edit, x delete'],
  ['transcoding', 'e edit, v view, ', ', e edit'],
  ['license', 'e edit, v view, ', ', e edit'],
  ['cloud', 'a add, x delete, v view, ', ', a add, x delete'],
  ['problems', '/ filter, a acknowledge, v view, f narrow, s sort, ', ', a acknowledge'],
] as [ScreenName, string, string][])(
  '%s names its keys, the most used ones first',
  (screen, list, detail) => {
    expect(keysOf(screen)).toBe(`enter open, ${list}${AFTER}`);
    expect(keysOf(screen, { place: 'detail' })).toBe(`enter open, tab next${detail}, ${AFTER}`);
  },
);

test('a notice is beside the fixed keys, or has the line, or ends with a mark that it is cut', () => {
  const words = (text: string, width: number) =>
    line({ notice: { text, tone: 'info', until: sampleNow } }, width);
  expect(words('Charts of 10 min.', 40)).toBe(' ● Charts of 10 min. │ ? help  q quit   ');
  expect(words('Charts of 30 minutes.', 40)).toBe(' ● Charts of 30 minutes.                ');
  expect(words('Charts of 30 minutes, of which ten are known.', 40)).toBe(
    ' ● Charts of 30 minutes, of which ten … ',
  );
});

test('a notice replaces the keys of the screen and begins with a sign for its kind', () => {
  expect(line({})).toMatch(/^ enter open/);
  expect(line({ status: [{ text: 'sorted' }] })).toMatch(/^ sorted │ enter open/);
  for (const [tone, sign] of Object.entries({ info: '●', ok: '✔', warn: '▲', crit: '✖' })) {
    const notice = { text: 'said', tone: tone as 'ok', until: sampleNow };
    expect(line({ status: [{ text: 'sorted' }], notice })).toMatch(new RegExp(`^ ${sign} said │ enter`));
  }
});

test('the play key is named by what it does, and is not shown at the end of a recording', () => {
  const keymap = createKeymap({}, 'replay');
  const at = (replay: Partial<ReplayStatus>) =>
    keysOf('problems', { replay: { ...time, ...replay }, keymap });
  expect(at({})).toContain('space play');
  expect(at({ playing: true })).toContain('space pause');
  expect(at({ at: time.to })).not.toContain('space');
  expect(at({ at: time.to, playing: true })).toContain('space pause');
});
