import { expect, test } from 'vitest';
import { type AuditRow, auditLines, writesIn, writesLines } from '../../../src/views/settings/audit.ts';
import { textOf, tonesOf } from '../../support/drawn-table.ts';

const edit = { cluster: 'prod', user: 'alice', action: 'user.edit', target: 'bob', fields: {} };
const row = (more: Partial<AuditRow> = {}): AuditRow => {
  return { at: '2026-01-15T12:00:00.000Z', ...edit, outcome: 'ok', ...more };
};
const audit = { entries: [], unreadable: 0, path: undefined };
const drawn = (more: Partial<AuditRow>) => {
  const [, ...below] = writesLines([row(more)], 74);
  return below.map((line) => textOf(line).trim());
};

test('tells what was done to which object, and the outcome', () => {
  const headlines = (['ok', 'failed', 'sent', 'unknown'] as const).map((outcome) => {
    const [first = []] = writesLines([row({ outcome, status: outcome === 'failed' ? 403 : undefined })], 74);
    return tonesOf(first).slice(1);
  });
  const outcomes = ['✔ done ok', '✖ failed (403) crit', '? sent, its outcome is not known warn'];
  const all = [...outcomes, '? may have happened warn'];
  expect(headlines).toEqual(all.map((outcome) => [outcome, 'user.edit bold', 'bob plain']));
});

test('fields are in words, access rights in brackets, and no limit as "no limit"', () => {
  const rights = { server: 'read_only', viewer: null };
  const fields = { name: 'Bob', limit: null, tags: ['a', 'b'], rights, on: true };
  expect(drawn({ fields })).toEqual([
    'alice on prod',
    'name=Bob, limit=no limit, tags=["a","b"], rights=(server read_only,',
    'viewer no limit), on=true',
  ]);
});

test('the reason of a failed write is below it, and a completed write has none', () => {
  expect(drawn({ outcome: 'failed', message: 'Not allowed.' })).toEqual(['alice on prod', 'Not allowed.']);
  expect(drawn({ outcome: 'ok', message: 'Fine.' })).toEqual(['alice on prod']);
  expect(drawn({ outcome: 'failed' })).toEqual(['alice on prod']);
});

test('each write is listed once, newest first, and one without an outcome as sent', () => {
  const sent = (target: string, id?: string) => row({ outcome: 'sent', target, ...(id && { id }) });
  const entries = [sent('a', '1'), row({ id: '1', target: 'a' }), sent('b', '2'), sent('c')];
  const writes = writesIn({ ...audit, entries }).map(({ target, outcome }) => `${target} ${outcome}`);
  expect(writes).toEqual(['c sent', 'b sent', 'a ok']);
});

test('an empty audit, unreadable lines and an unreadable file are told apart', () => {
  const lines = (more: object) => auditLines({ ...audit, ...more }, 30).map(textOf);
  expect(lines({})).toEqual(['No change was sent from here yet.']);
  const unread = ['▲ 2 lines of the file could not be read.', '', 'No change was sent from here yet.'];
  expect(lines({ unreadable: 2, path: '/x' })).toEqual([...unread, '', 'Full audit: /x']);
  const problem = ['The audit file cannot be read:', 'it is not yours.'];
  expect(lines({ problem: problem.join(' '), path: '/x' })).toEqual(problem);
});
