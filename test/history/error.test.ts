import { expect, test } from 'vitest';
import { HistoryError, historyError } from '../../src/history/error.ts';

const sqlite = (errcode: number) => Object.assign(new Error('of SQLite'), { errcode });

test.each([
  ['a full disk', sqlite(13), 'FULL', 'no room left for the history /h.db'],
  ['a lock', sqlite(5), 'LOCKED', 'another program holds the history /h.db'],
  ['a lock, extended code', sqlite(5 + 2 * 256), 'LOCKED', 'another program holds'],
  ['damaged pages', sqlite(11), 'DAMAGED', 'move it away, and a new one is started'],
  ['no database', sqlite(26), 'DAMAGED', 'is damaged or is not a history'],
  ['anything else', sqlite(1), 'UNUSABLE', 'cannot be used: of SQLite'],
])('the error of %s', (_what, error, code, words) => {
  const said = historyError('/h.db', error);
  expect(said).toMatchObject({ name: 'HistoryError', code, cause: error });
  expect(said.message).toContain(words);
});

test('a repeated reason is told once', () => {
  const error = new HistoryError('NEWER', 'update castwatch');
  expect(historyError('/h.db', error)).toBe(error);
});
