import { expect, test } from 'vitest';
import { createKeymap } from '../../../src/actions/keymap.ts';
import type { ScreenName } from '../../../src/actions/screen-table.ts';
import type { ReplayStatus } from '../../../src/actions/time-travel.ts';
import { tableKeys } from '../../../src/base/table.ts';
import { type FooterInput, footer } from '../../../src/ui/chrome/footer.ts';
import { textOf } from '../../support/drawn-table.ts';
import { replayStatus } from '../../support/fake-replay.ts';
import { sampleNow } from '../../support/sample-state.ts';
import { chromeInput } from './chrome-input.ts';

const linesOf = (input: Partial<FooterInput>, width: number) => footer(chromeInput(input), width);
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

const signs = { info: '●', ok: '✔', warn: '▲', crit: '✖' } as const;
const notice = (text: string, tone: keyof typeof signs = 'info') => ({
  notice: { text, tone, until: sampleNow },
});

test.each([
  ['Charts of 10 min.', ' ● Charts of 10 min. │ ? help  q quit   '],
  ['Charts of 30 minutes.', ' ● Charts of 30 minutes.                '],
  ['Charts of 30 minutes, of which ten are known.', ' ● Charts of 30 minutes, of which ten … '],
])(
  'a notice is beside the fixed keys, or has the line, or ends with a mark that it is cut: %s',
  (text, row) => {
    expect(line(notice(text), 40)).toBe(row);
  },
);

test('a notice is in the place of the status and begins with a sign for its kind', () => {
  const status = [{ text: 'sorted' }];
  expect(line({ status })).toMatch(/^ sorted │ enter open/);
  for (const tone of tableKeys(signs))
    expect(line({ status, ...notice('said', tone) })).toMatch(new RegExp(`^ ${signs[tone]} said │ enter`));
});

test('the play key is named by what it does, and is not shown at the end of a recording', () => {
  const keymap = createKeymap({}, 'replay');
  const shown = (replay: Partial<ReplayStatus>) =>
    keysOf('problems', { replay: replayStatus(replay), keymap });
  expect(shown({})).toContain('space play');
  expect(shown({ playing: true })).toContain('space pause');
  expect(shown({ at: replayStatus().to })).not.toContain('space');
  expect(shown({ at: replayStatus().to, playing: true })).toContain('space pause');
});
