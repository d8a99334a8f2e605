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
  ['left', 'one two', 6],
  ['ctrl-b', 'one two', 6],
  ['home', 'one two', 0],
  ['ctrl-a', 'one two', 0],
  ['alt-b', 'one two', 4],
  ['ctrl-left', 'one two', 4],
  ['alt-left', 'one two', 4],
  ['backspace', 'one tw', 6],
  ['ctrl-h', 'one tw', 6],
  ['ctrl-w', 'one ', 4],
  ['alt-backspace', 'one ', 4],
  ['ctrl-u', '', 0],
  ['ctrl-k', 'one two', 7],
  ['end', 'one two', 7],
  ['right', 'one two', 7],
  ['delete', 'one two', 7],
])('%s at the end of a field', (key, value, cursor) => {
  expect(press(textField('one two'), key)).toEqual({ value, cursor });
});

test.each([
  ['right', 'one two', 1],
  ['ctrl-f', 'one two', 1],
  ['end', 'one two', 7],
  ['ctrl-e', 'one two', 7],
  ['alt-f', 'one two', 3],
  ['ctrl-right', 'one two', 3],
  ['alt-right', 'one two', 3],
  ['delete', 'ne two', 0],
  ['ctrl-d', 'ne two', 0],
  ['ctrl-k', '', 0],
  ['left', 'one two', 0],
  ['backspace', 'one two', 0],
  ['ctrl-w', 'one two', 0],
  ['alt-b', 'one two', 0],
])('%s at the beginning of a field', (key, value, cursor) => {
  expect(press({ value: 'one two', cursor: 0 }, key)).toEqual({ value, cursor });
});

test('the text around the cursor is visible, with a cell for the cursor behind it', () => {
  expect(visiblePart(textField('abc'), 4)).toEqual({ text: 'abc', cursor: 3 });
  expect(visiblePart(textField('abcd'), 4)).toEqual({ text: 'bcd', cursor: 3 });
  expect(visiblePart({ value: 'abcdef', cursor: 0 }, 4).cursor).toBe(0);
  expect(visiblePart(textField('日本'), 4)).toEqual({ text: '本', cursor: 2 });
});
