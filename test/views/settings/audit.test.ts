import { expect, test } from 'vitest';
import { type AuditRow, auditLines, writesIn, writesLines } from '../../../src/views/settings/audit.ts';
import { textOf, tonesOf } from '../../support/drawn-table.ts';

const row = (more: Partial<AuditRow> = {}): AuditRow => ({
  at: '2026-01-15T12:00:00.000Z',
  cluster: 'prod',
  user: 'alice',
  action: 'user.edit',
  target: 'bob',
  fields: {},
  outcome: 'ok',
  ...more,
});
const audit = { entries: [], unreadable: 0, path: undefined };
const drawn = (more: Partial<AuditRow>) =>
  writesLines([row(more)], 74)
    .slice(1)
    .map((line) => textOf(line).trim());

test('tells what was done to which object, and the outcome', () => {
  const headlines = (['ok', 'failed', 'sent', 'unknown'] as const).map((outcome) =>
    tonesOf(
      writesLines([row({ outcome, status: outcome === 'failed' ? 403 : undefined })], 74)[0] ?? [],
    ).slice(1),
  );
  expect(headlines).toEqual([
    ['✔ done ok', 'user.edit bold', 'bob plain'],
    ['✖ failed (403) crit', 'user.edit bold', 'bob plain'],
    ['? sent, its outcome is not known warn', 'user.edit bold', 'bob plain'],
    ['? may have happened warn', 'user.edit bold', 'bob plain'],
  ]);
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
  const entries = [
    row({ id: '1', outcome: 'sent', target: 'a' }),
    row({ id: '1', target: 'a' }),
    row({ id: '2', outcome: 'sent', target: 'b' }),
    row({ outcome: 'sent', target: 'c' }),
  ];
  expect(writesIn({ ...audit, entries }).map(({ target, outcome }) => `${target} ${outcome}`)).toEqual([
    'c sent',
    'b sent',
    'a ok',
  ]);
});

test('an empty audit, unreadable lines and an unreadable file are told apart', () => {
  const lines = (more: object) => auditLines({ ...audit, ...more }, 30).map(textOf);
  expect(lines({})).toEqual(['No change was sent from here yet.']);
  expect(lines({ unreadable: 2, path: '/x' })).toEqual([
    '▲ 2 lines of the file could not be read.',
    '',
    'No change was sent from here yet.',
    '',
    'Full audit: /x',
  ]);
  expect(lines({ problem: 'The audit file cannot be read: it is not yours.', path: '/x' })).toEqual([
    'The audit file cannot be read:',
    'it is not yours.',
  ]);
});
