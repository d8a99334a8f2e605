import { expect, test } from 'vitest';
import { isSameLink, type Link } from '../../src/base/link.ts';

const help: Link = { kind: 'command', id: 'help' };

test('links are the same if they lead to the same place', () => {
  expect(isSameLink(help, { ...help })).toBe(true);
  expect(isSameLink(help, { kind: 'command', id: 'quit' })).toBe(false);
  expect(isSameLink(help, { kind: 'entry', objectName: 'a', message: 'b' })).toBe(false);
  const none = [isSameLink(undefined, undefined), isSameLink(help, undefined), isSameLink(undefined, help)];
  expect(none).toEqual([true, false, false]);
});
