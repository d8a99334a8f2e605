import { expect, test } from 'vitest';
import {
  editText,
  insertText,
  type TextField,
  textField,
  visiblePart,
} from '../../../src/ui/primitives/text-field.ts';
import { cpuTime } from '../../support/cpu-time.ts';

const press = (field: TextField, ...names: string[]) =>
  names.reduce((now, name) => editText(now, { name, text: name.length === 1 ? name : '' }) ?? now, field);

test('the cursor moves over whole graphemes', () => {
  const family = '👩‍👩‍👧';
  let field = textField(`a${family}b`);
  field = press(field, 'left', 'left');
  expect(field.cursor).toBe(1);
  expect(press(field, 'right').cursor).toBe(1 + family.length);
  expect(press(press(field, 'right'), 'backspace').value).toBe('ab');
});

test('a paste that is far too long is refused, and a long one does not delay keys', () => {
  const long = textField('ö'.repeat(16_000));
  expect(insertText(long, 'x'.repeat(1_000))).toBe(long);
  expect(insertText(long, 'x').value).toHaveLength(16_001);
  const ms = cpuTime(() => {
    for (let round = 0; round < 20; round++) expect(visiblePart(long, 60).cursor).toBe(59);
  });
  expect(ms).toBeLessThan(1_000);
});

test.each([
  [7, 'left ctrl-b', 'one two', 6],
  [7, 'home ctrl-a', 'one two', 0],
  [7, 'alt-b ctrl-left alt-left', 'one two', 4],
  [7, 'backspace ctrl-h', 'one tw', 6],
  [7, 'ctrl-w alt-backspace', 'one ', 4],
  [7, 'ctrl-u', '', 0],
  [7, 'ctrl-k end right delete', 'one two', 7],
  [0, 'right ctrl-f', 'one two', 1],
  [0, 'end ctrl-e', 'one two', 7],
  [0, 'alt-f ctrl-right alt-right', 'one two', 3],
  [0, 'delete ctrl-d', 'ne two', 0],
  [0, 'ctrl-k', '', 0],
  [0, 'left backspace ctrl-w alt-b', 'one two', 0],
])('at %i of ‘one two’: %s', (from, keys, value, cursor) => {
  for (const key of keys.split(' '))
    expect(press({ value: 'one two', cursor: from }, key), key).toEqual({ value, cursor });
});
