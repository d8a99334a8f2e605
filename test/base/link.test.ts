import { expect, test } from 'vitest';
import { isSameLink, type Link } from '../../src/base/link.ts';

const help: Link = { kind: 'command', id: 'help' };

test('links are the same if they lead to the same place', () => {
  expect(isSameLink(help, { ...help })).toBe(true);
  expect(isSameLink(help, { kind: 'command', id: 'quit' })).toBe(false);
  expect(isSameLink(help, { kind: 'entry', objectName: 'a', message: 'b' })).toBe(false);
  expect(isSameLink(undefined, undefined)).toBe(true);
  expect(isSameLink(help, undefined)).toBe(false);
  expect(isSameLink(undefined, help)).toBe(false);
});
