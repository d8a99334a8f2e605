import { expect, test } from 'vitest';
import { type AuditRow, auditLines } from '../../src/views/audit.ts';
import { commandLines, placeholderWarning, settingRows } from '../../src/views/settings.ts';
import { userRows } from '../../src/views/users.ts';

test.each([
  ['-i {SOURCE_INPUT} {VIDEO_ENCODER} {AUDIO_ENCODER} {STREAM_OUTPUT}', undefined],
  ['-i {SOURCE_INPUT} {VIDEO_ENCODER} {STREAM_OUTPUT}', 'placeholders missing: {AUDIO_ENCODER}'],
  [
    '{SOURCE_INPUT} {VIDEO_ENCODER} {AUDIO_ENCODER} {STREAM_OUTPUT} {Stream_output} {}',
    'placeholders unknown: {Stream_output} {}',
  ],
])('placeholders of ‘%s’', (command, warning) => {
  expect(placeholderWarning(command)).toBe(warning);
});

test('a command over several rows loses nothing but blanks at its breaks', () => {
  const command = '-i {SOURCE_INPUT} -c:v {VIDEO_ENCODER} 漢字漢字 -f flv {NOPE} {STREAM_OUTPUT}';
  const rows = commandLines(command, 20);
  const text = rows.map((row) => row.map((span) => span.text).join('')).join('');
  expect(text.replace(/ /g, '')).toBe(command.replace(/ /g, ''));
  const unknown = rows.flat().find((span) => span.text.includes('NOPE'));
  expect(unknown?.tone).toBe('warn');
});

test('null is no limit, a missing setting is not', () => {
  const rows = settingRows({
    transcodeTaskLimit: { value: null, editable: true },
    thumbGenerateTaskLimit: { value: 0, editable: false },
    ffmpegPath: { value: '', editable: true, lockedBy: 'X_Y' },
  });
  expect(rows.map(({ name, value, locked }) => [name, value, locked])).toEqual([
    ['ffmpegPath', '(empty)', 'locked by X_Y'],
    ['ffmpegCommand', '—', 'the server did not return it'],
    ['transcodeTaskLimit', '∞ no limit', undefined],
    ['thumbGenerateTaskLimit', '0', 'the server does not allow it'],
  ]);
});

test('users stand by name, those without one last; a filter looks at name and id', () => {
  const source = {
    users: [
      { id: 2, name: 'zoe' },
      { id: 1, name: '' },
      { id: 30, name: 'Anna' },
      { id: 4, name: 'anna' },
    ],
    facts: {},
  };
  expect(userRows(source, '').map(({ id }) => id)).toEqual([4, 30, 2, 1]);
  expect(userRows(source, '3').map(({ id }) => id)).toEqual([30]);
  expect(userRows(source, ' ANN').map(({ id }) => id)).toEqual([4, 30]);
});

test('the audit is read from its newest line, and says in words what became of each', () => {
  const entry = {
    at: '2026-01-15T12:00:00.000Z',
    cluster: 'prod',
    user: 'operator',
    action: 'update user',
    target: 'user 42 (an\u001bna)',
    fields: { username: 'anna', password: '(hidden)', limit: null },
    outcome: 'ok' as const,
  };
  const failed = { ...entry, outcome: 'unknown' as const, status: 504, message: 'x'.repeat(200) };
  const audit = { entries: [entry, failed], unreadable: 1, path: undefined };
  const lines = auditLines(audit).map((line) => line.map(({ text }) => text).join(''));
  expect(lines[0]).toContain('1 lines of the file could not be read');
  expect(lines[2]).toContain('? may have happened (504)  update user  user 42 (an␛na)');
  expect(lines.at(-3)).toContain('✔ done');
  expect(lines.at(-1)).toContain('username=anna, password=(hidden), limit=no limit');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(76);
});

test('a write whose outcome was never recorded stands as sent; with one, only the outcome does', () => {
  const entry = {
    at: '2026-01-15T12:00:00.000Z',
    cluster: 'c',
    user: 'u',
    action: 'a',
    target: 't',
    fields: {},
  };
  const entries: readonly AuditRow[] = [
    { ...entry, id: '1', outcome: 'sent' },
    { ...entry, id: '1', outcome: 'ok' },
    { ...entry, id: '2', outcome: 'sent' },
  ];
  const lines = auditLines({ entries, unreadable: 0, path: undefined }).map((line) =>
    line.map(({ text }) => text).join(''),
  );
  expect(lines.filter((line) => line.includes('  a  t'))).toEqual([
    expect.stringContaining('? sent, its outcome is not known'),
    expect.stringContaining('✔ done'),
  ]);
});
