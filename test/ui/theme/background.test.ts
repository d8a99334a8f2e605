import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { inCharset } from '../../../src/base/charset.ts';
import { textWidth } from '../../../src/base/width.ts';
import { askBackground, canAskBackground } from '../../../src/ui/terminal/ask-background.ts';
import { detectCharset } from '../../../src/ui/terminal/detect-charset.ts';
import { backgroundIn, backgroundOf, themeFor } from '../../../src/ui/theme/background.ts';
import { ManualClock } from '../../support/manual-clock.ts';

test.each([
  ['11;rgb:ffff/ffff/ffff', 'light'],
  ['11;rgb:ff/ff/dd', 'light'],
  ['11;rgba:0000/0000/0000/ffff', 'dark'],
  ['11;rgb:2828/2a2a/3636', 'dark'],
  ['11;?', undefined],
])('the answer %j means a %s background', (reply, background) => {
  expect(backgroundOf(reply)).toBe(background);
});

test.each([
  ['15;0', 'dark'],
  ['0;15', 'light'],
  ['0;default;15', 'light'],
  ['12;8', 'dark'],
  ['0;7', 'light'],
  ['7;9', 'light'],
  ['15;6', 'dark'],
  ['0;015', undefined],
  ['default', undefined],
  [undefined, undefined],
])('COLORFGBG=%s means a %s background', (COLORFGBG, background) => {
  expect(backgroundIn({ COLORFGBG })).toBe(background);
});

test('auto follows the background, and is neutral where it is not known', () => {
  expect([themeFor('auto', 'light'), themeFor('auto', 'dark'), themeFor('auto', undefined)].join(' ')).toBe(
    'light dark neutral',
  );
  expect(themeFor('dark', 'light')).toBe('dark');
});

/** A terminal's input: its bytes, and those that were put back. */
class Input extends EventEmitter {
  #chunks: Buffer[] = [];
  back = '';
  read(): Buffer | null {
    return this.#chunks.shift() ?? null;
  }
  unshift(chunk: Buffer): void {
    this.back += chunk.toString('utf8');
  }
  type(text: string): void {
    this.#chunks.push(Buffer.from(text));
    this.emit('readable');
  }
}

function asking() {
  const input = new Input();
  const clock = new ManualClock();
  const written: string[] = [];
  const write = (sequence: string) => void written.push(sequence);
  const answer = askBackground({ input: input as unknown as NodeJS.ReadStream, write, clock, limitMs: 150 });
  return { input, clock, answer, written: () => written.join('') };
}

test('the terminal is asked for its background, and keys typed meanwhile are not lost', async () => {
  const { input, answer, written } = asking();
  expect(written()).toContain('\x1b]11;?');
  input.type('2é\x1b]11;rgb:ffff/ff');
  input.type('ff/ffff\x1b\\j\x1b[?62;4c東');
  expect(await answer).toBe('light');
  expect(input.back).toBe('2éj東');
  expect(input.listenerCount('readable')).toBe(0);
});

test('a terminal without a background answers at once, and one that does not answer is not waited for', async () => {
  const first = asking();
  first.input.type('\x1b[?1;2c');
  expect(await first.answer).toBeUndefined();
  const second = asking();
  second.input.type('q');
  await second.clock.advance(150);
  expect(await second.answer).toBeUndefined();
  expect(second.input.back).toBe('q');
  expect(['xterm', 'linux', 'vt100'].map(canAskBackground)).toEqual([true, false, false]);
});

test.each([
  ['unicode', { TERM: 'xterm-256color', LANG: 'de_DE.UTF-8' }],
  ['unicode', { TERM: 'xterm-256color', LC_ALL: 'C.utf8' }],
  ['unicode', { TERM: 'xterm-256color' }],
  ['ascii', { TERM: 'xterm-256color', LC_ALL: 'C', LANG: 'de_DE.UTF-8' }],
  ['ascii', { TERM: 'xterm-256color', LC_CTYPE: 'POSIX' }],
  ['ascii', { TERM: 'xterm', LANG: 'de_DE.ISO-8859-1' }],
  ['ascii', { TERM: 'vt100', LANG: 'de_DE.UTF-8' }],
  ['console', { TERM: 'linux', LANG: 'de_DE.UTF-8' }],
] as const)('chooses %s for %j', (charset, env) => {
  expect(detectCharset(env)).toBe(charset);
});

test('a Linux console gets only characters that its font has, cell for cell', () => {
  const text = '┌─ ✔ ok ━━╸── ▁▃▅█ ⣿⡀ ▲ ✖ 東 … — ∞ ╭╯';
  const shown = inCharset(text, 'console');
  expect(shown).toBe('┌─ √ ok ═══── _▄▄█ █░ ▲ x ?? ~ - ∞ ┌┘');
  expect(textWidth(shown)).toBe(textWidth(text));
});

test('green counts most for the brightness of a background, blue least', () => {
  const of = (rgb: string) => backgroundOf(`11;rgb:${rgb}`);
  expect([of('0000/ffff/0000'), of('ffff/0000/0000'), of('0000/0000/ffff')].join(' ')).toBe(
    'light dark dark',
  );
});

test('an answer that comes too late is not waited for, and nothing is restored twice', async () => {
  const { input, answer, clock } = asking();
  await clock.advance(149);
  input.type('\x1b]11;rgb:ffff/ffff/ffff\x07');
  await clock.advance(1);
  expect([await answer, input.back, input.listenerCount('readable')]).toEqual(['light', '', 0]);
});
