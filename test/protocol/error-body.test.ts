import { expect, test } from 'vitest';
import { readErrorBody } from '../../src/protocol/error-body.ts';

test.each<[string, unknown, string | undefined]>([
  ['a text', { message: 'Forbidden' }, 'Forbidden'],
  ['a number', { message: 404 }, '404'],
  ['a list', { message: ['too short', 'taken'] }, 'too short; taken'],
  ['an object', { message: { name: 'too short', age: 7 } }, 'too short; 7'],
  ['a list that also has other values', { message: ['taken', null, true, {}] }, 'taken'],
  ['empty', { message: '' }, undefined],
  ['null', { message: null }, undefined],
  ['true', { message: true }, undefined],
  ['missing', {}, undefined],
  ['in no body', undefined, undefined],
  ['in a body that is null', null, undefined],
  ['in a body of text', 'Forbidden', undefined],
  ['in a body that is a list', ['Forbidden'], undefined],
])('finds a message that is %s', (_what, json, message) => {
  expect(readErrorBody(json)).toEqual({ message, fields: {} });
});

test.each<[string, unknown, object]>([
  ['lists', { name: ['too short', 'taken'] }, { name: ['too short', 'taken'] }],
  ['a text', { name: 'taken' }, { name: ['taken'] }],
  ['an object of texts', { name: { min: 'too short', max: {} } }, { name: ['too short'] }],
  ['nothing that can be shown', { name: [], age: true, url: {} }, {}],
  ['one odd field beside another', { name: null, age: 'no number' }, { age: ['no number'] }],
  ['a list without names', ['taken'], {}],
  ['text without names', 'taken', {}],
  ['null', null, {}],
])('finds messages of fields that are %s, and keeps the general message', (_what, attributes, fields) => {
  const message = 'Invalid';
  expect(readErrorBody({ message, errors: { attributes } })).toEqual({ message, fields });
});

test('a very long body is cut: 50 fields, 20 messages for each, 4096 characters for each message', () => {
  const many = Array.from({ length: 200 }, (_, index) => `${index}`);
  const attributes = Object.fromEntries(many.map((name) => [`field ${name}`, many]));
  const { message, fields } = readErrorBody({ message: 'x'.repeat(10_000), errors: { attributes } });
  expect(Object.keys(fields)).toEqual(many.slice(0, 50).map((name) => `field ${name}`));
  expect(fields['field 0']).toEqual(many.slice(0, 20));
  expect(message).toHaveLength(4096);
});
