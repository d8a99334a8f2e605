import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replyFilter, withoutReplies } from '../../../src/ui/terminal/without-replies.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const replies = [
  '\x1b]11;rgb:ffff/ffff/ffff\x07',
  '\x1b]10;rgb:0000/0000/0000\x1b\\',
  '\x1bP>|xterm(390)\x1b\\',
  '\x1bP1+r524742=38\x1b\\',
  '\x1b_Gi=31;OK\x1b\\',
];
const keys = ['j', '?', ':', '\x1b[A', '\x1b[?62;4c', '\x1b[200~a]1;P>b\x1b[201~', '東'];

const filtered = (...chunks: string[]) => {
  const filter = replyFilter(new ManualClock());
  return chunks.map((chunk) => filter(chunk)).join('');
};

test.each(replies)('%j is not typed as keys, wherever it is cut in two', (reply) => {
  expect(filtered(`a${reply}b`)).toBe('ab');
  for (let at = 2; at < reply.length; at++) {
    expect(filtered(reply.slice(0, at), `${reply.slice(at)}b`), `cut at ${at}`).toBe(
      // the first half may have been Alt with that letter
      at === 2 ? `${reply.slice(0, 2)}b` : 'b',
    );
  }
});

test('the content of a whole reply is passed on, wherever it is cut in two; that of a broken one is not', () => {
  const reply = '\x1b]11;rgb:ffff/ffff/ffff\x1b\\';
  for (let at = 3; at < reply.length; at++) {
    const replies: string[] = [];
    const filter = replyFilter(new ManualClock(), (text) => replies.push(text));
    const whole = [`a${reply.slice(0, at)}`, `${reply.slice(at)}b`];
    for (const chunk of [...whole, '\x1b]11;rgb\x18', '\x1b]4;1\x1b[A']) filter(chunk);
    expect(replies, `cut at ${at}`).toEqual(['11;rgb:ffff/ffff/ffff']);
  }
});

test('a string that never ends is ended by the next escape or after half a second', async () => {
  expect(filtered('\x1b]11;rgb', '\x1b[Aj')).toBe('\x1b[Aj');
  for (const [ms, typed] of [
    [500, ''],
    [501, 'x'],
  ] as const) {
    const clock = new ManualClock();
    const filter = replyFilter(clock);
    filter('\x1b]11;rgb');
    await clock.advance(ms);
    expect(filter('x')).toBe(typed);
  }
});

test('keys stay and replies are removed in any mixture', () => {
  const part = fc.constantFrom(
    ...keys.map((key) => ({ sent: key, typed: key })),
    ...replies.map((reply) => ({ sent: reply, typed: '' })),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      expect(filtered(parts.map(({ sent }) => sent).join(''))).toBe(parts.map(({ typed }) => typed).join(''));
    }),
  );
});

test('the stream keeps its other properties', () => {
  const chunks = ['a\x1b]11;rgb:1/1/1\x07', null];
  const stream = Object.assign(new EventEmitter(), { isTTY: true, read: () => chunks.shift() ?? null });
  const input = withoutReplies(stream as unknown as NodeJS.ReadStream, new ManualClock());
  let heard = 0;
  const listener = () => heard++;
  input.addListener('readable', listener);
  stream.emit('readable');
  input.removeListener('readable', listener);
  stream.emit('readable');
  expect(heard).toBe(1);
  expect([input.isTTY, input.read(), input.read()]).toEqual([true, 'a', null]);
});

test('an escape is not joined with a reply that begins much later', async () => {
  const clock = new ManualClock();
  const filter = replyFilter(clock);
  expect(filter('\x1b')).toBe('\x1b');
  await clock.advance(600);
  expect(filter(']11;')).toBe(']11;');
});

test('a string that never ends is ended by Ctrl-C, and after a second even while keys come', async () => {
  expect(filtered('\x1bP1;2', 'jk', '\x03', 'j')).toBe('\x03j');
  const clock = new ManualClock();
  const filter = replyFilter(clock);
  let typed = filter('\x1bP1;2');
  for (let key = 0; key < 20; key++) {
    await clock.advance(100);
    typed += filter('j');
  }
  expect(typed).toBe('j'.repeat(10));
});

test('a control sequence with too many parameters is dropped whole', () => {
  const endless = '1;'.repeat(5_000);
  expect(filtered(`j\x1b[${endless}`, endless, 'mk')).toBe('jk');
  expect(filtered(`\x1b[${endless}`, '\x03')).toBe('\x03');
  expect(filtered(`\x1b[${endless}\x1b[Aj`)).toBe('\x1b[Aj');
});
