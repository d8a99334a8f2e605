import { expect, test } from 'vitest';
import {
  clipboardSequence,
  multiplexerOf,
  notificationSequence,
} from '../../../src/ui/terminal/sequences.ts';

test('the clipboard gets the text without control characters, also through tmux and screen', () => {
  const encoded = Buffer.from('live/cam[31m').toString('base64');
  const plain = `\x1b]52;c;${encoded}\x07`;
  expect(clipboardSequence('live/cam\x1b[31m', undefined)).toBe(plain);
  expect(clipboardSequence('live/cam\x1b[31m', 'tmux')).toBe(`${plain}\x1bPtmux;\x1b${plain}\x1b\\`);
  const long = clipboardSequence('x'.repeat(2000), 'screen');
  for (const part of long.split('\x1b\\').filter(Boolean)) expect(part.length).toBeLessThan(768);
  expect(multiplexerOf({ TMUX: '/tmp/x,1,0' })).toBe('tmux');
  expect(multiplexerOf({})).toBeUndefined();
});

test('no text can end a notification early', () => {
  const words = { title: 'a;b', body: 'c\x07' };
  expect(notificationSequence('osc9', words, undefined)).toBe('\x1b]9;a,b: c␇\x07');
  expect(notificationSequence('osc777', words, undefined)).toBe('\x1b]777;notify;a,b;c␇\x07');
});
