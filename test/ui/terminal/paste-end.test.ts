import { expect, test } from 'vitest';
import { withPasteEnds } from '../../../src/ui/terminal/without-replies.ts';
import { Keyboard } from '../../support/keyboard.ts';
import { ManualClock } from '../../support/manual-clock.ts';

/** The input of the key parser. */
function open() {
  const keyboard = new Keyboard();
  const clock = new ManualClock();
  const input = withPasteEnds(keyboard.stream, clock);
  let seen = '';
  input.addListener('readable', () => {
    for (let chunk = input.read(); chunk !== null; chunk = input.read()) seen += chunk;
  });
  const taken = () => {
    const text = seen;
    seen = '';
    return text;
  };
  return { clock, keyboard, taken };
}

test('a paste without its end is ended by a second of silence, and keys work again', async () => {
  const { clock, keyboard, taken } = open();
  keyboard.type('\x1b[200~edge');
  await clock.advance(900);
  keyboard.type('-1');
  await clock.advance(900);
  expect(taken()).toBe('\x1b[200~edge-1');
  await clock.advance(100);
  expect(taken()).toBe('\x1b[201~');
  keyboard.type('j\x03');
  await clock.advance(5_000);
  expect(taken()).toBe('j\x03');
});

test('Ctrl-C ends a paste without its end at once', () => {
  const { keyboard, taken } = open();
  keyboard.type('\x1b[200~edge');
  keyboard.type('\x03j\x03');
  expect(taken()).toBe('\x1b[200~edge\x1b[201~\x03j\x03');
});

test('a whole paste is unchanged, wherever its marks are cut in two', async () => {
  const paste = 'a\x1b[200~edge\x1b[201~b';
  for (let at = 1; at < paste.length; at++) {
    const { clock, keyboard, taken } = open();
    keyboard.type(paste.slice(0, at));
    keyboard.type(paste.slice(at));
    await clock.advance(5_000);
    expect(taken(), `cut at ${at}`).toBe(paste);
    expect(clock.waiting).toBe(0);
  }
});

test('characters of one paste beyond a million are dropped', () => {
  const { keyboard, taken } = open();
  keyboard.type(`\x1b[200~${'a'.repeat(900_000)}`);
  keyboard.type('b'.repeat(900_000));
  keyboard.type('c\x1b[201~j');
  expect(taken()).toBe(`\x1b[200~${'a'.repeat(900_000)}${'b'.repeat(100_000)}\x1b[201~j`);
});
