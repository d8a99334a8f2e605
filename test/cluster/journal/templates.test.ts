import { expect, test } from 'vitest';
import * as templatesOf from '../../../src/cluster/journal/templates.ts';

const { isNewEntryKind, normaliseMessage, templateOf, withTemplates } = templatesOf;

test.each([
  ['Viewer disconnected after 1629 s', 'Viewer disconnected after <n> s'],
  ['loss 4.25 % at 14:03:20', 'loss <n> % at <n>'],
  ['Client 10.0.3.7:5060 refused', 'Client <address> refused'],
  ['pulled from rtmp://a.example/live/x', 'pulled from <address>'],
  ['peer fe80::1:2:3 gone', 'peer <address> gone'],
  ['session 8f3a-11ee-b9d1 ended', 'session <id> ended'],
  ['edge-fra-1 answered in 12ms', '<id> answered in <id>'],
  ['stream "main stage" and \'b side\' merged', 'stream <name> and <name> merged'],
  ["can't open, won't retry", "can't open, won't retry"],
  ['Status Update: PUBLISHED', 'Status Update: PUBLISHED'],
])('%j is of the kind %j', (message, kind) => {
  expect(normaliseMessage(message)).toBe(kind);
});

const at = (createDate: number, message: string, objectName = 'Stream: a') => {
  return { id: createDate, createDate, objectName, message };
};

test('kinds are counted with their first and last date, whichever stream writes them', () => {
  let templates = withTemplates(new Map(), [at(5, 'took 1 ms'), at(9, 'took 200 ms', 'Stream: b')], true);
  templates = withTemplates(templates, [at(12, 'took 3 ms')], false);
  const kind = { count: 3, first: 5, last: 12, opening: true };
  expect([...templates]).toEqual([[templateOf(at(0, 'took 7 ms')), kind]]);
});

test('a kind is new for ten minutes if it came after the first reading', () => {
  const minute = 60_000;
  let templates = withTemplates(new Map(), [at(0, 'usual')], true);
  templates = withTemplates(templates, [at(minute, 'never seen'), at(minute, 'usual')], false);
  const isNew = (minutes: number, what: string) => isNewEntryKind(templates, at(minutes * minute, what));
  const unseen = [1, 11, 12].map((at) => isNew(at, 'never seen'));
  expect([isNew(1, 'usual'), ...unseen]).toEqual([false, true, true, false]);
});

test('a server that never repeats a message does not fill the memory, and usual kinds stay', () => {
  const letters = (n: number) => [...n.toString(2)].map((digit) => (digit === '1' ? 'x' : 'o')).join('');
  let templates = withTemplates(new Map(), [at(0, 'usual')], true);
  for (let round = 1; round <= 50; round++) {
    const flood = Array.from({ length: 100 }, (_, i) => at(round, `word ${letters(round * 100 + i)}`));
    templates = withTemplates(templates, [...flood, at(round, 'usual')], false);
  }
  expect(templates.size).toBe(1_000);
  expect(templates.get(templateOf(at(0, 'usual')))?.count).toBe(51);
});

test('the beginning of a message decides its kind, and without entries nothing changes', () => {
  const long = (length: number, end: string) => normaliseMessage(`${'word '.repeat(length / 5)}${end}`);
  expect(long(290, 'one')).not.toBe(long(290, 'two'));
  expect(long(300, 'one')).toBe(long(300, 'two'));
  const templates = withTemplates(new Map(), [at(5, 'took 1 ms')], true);
  expect(withTemplates(templates, [], false)).toBe(templates);
});
