import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { askBackground, canAskBackground } from '../../../src/ui/terminal/ask-background.ts';
import { detectCharset } from '../../../src/ui/terminal/detect-charset.ts';
import { backgroundIn, backgroundOf } from '../../../src/ui/theme/background.ts';
import { ManualClock } from '../../support/manual-clock.ts';

test.each<[string | undefined, ...string[]]>([
  ['light', '11;rgb:ffff/ffff/ffff', '11;rgb:ff/ff/dd', '11;rgb:0000/ffff/0000'],
  ['dark', '11;rgba:0000/0000/0000/ffff', '11;rgb:2828/2a2a/3636', '11;rgb:0000/0000/ffff'],
  [undefined, '11;?'],
])('a %s background is read from %s', (background, ...replies) => {
  for (const reply of replies) expect(backgroundOf(reply), reply).toBe(background);
});

test.each<[string | undefined, ...(string | undefined)[]]>([
  ['light', '0;15', '0;default;15', '0;7', '7;9'],
  ['dark', '15;0', '12;8', '15;6'],
  [undefined, '0;015', 'default', undefined],
])('a %s background is read from COLORFGBG=%s', (background, ...values) => {
  for (const COLORFGBG of values) expect(backgroundIn({ COLORFGBG }), COLORFGBG).toBe(background);
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

test.each<[string, string, ...Record<string, string>[]]>([
  ['unicode', 'xterm-256color', { LANG: 'de_DE.UTF-8' }, { LC_ALL: 'C.utf8' }, {}],
  ['ascii', 'xterm-256color', { LC_ALL: 'C', LANG: 'de_DE.UTF-8' }, { LC_CTYPE: 'POSIX' }],
  ['ascii', 'vt100', { LANG: 'de_DE.UTF-8' }],
  ['ascii', 'xterm', { LANG: 'de_DE.ISO-8859-1' }],
  ['console', 'linux', { LANG: 'de_DE.UTF-8' }],
])('chooses %s for %s', (charset, TERM, ...locales) => {
  for (const locale of locales) expect(detectCharset({ TERM, ...locale })).toBe(charset);
});

test('an answer that comes too late is not waited for, and nothing is restored twice', async () => {
  const { input, answer, clock } = asking();
  await clock.advance(149);
  input.type('\x1b]11;rgb:ffff/ffff/ffff\x07');
  await clock.advance(1);
  expect([await answer, input.back, input.listenerCount('readable')]).toEqual(['light', '', 0]);
});
