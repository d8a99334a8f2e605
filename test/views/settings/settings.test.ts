import { expect, test } from 'vitest';
import { commandLines, placeholderWarning, settingRows } from '../../../src/views/settings/settings.ts';
import { userRows } from '../../../src/views/users/users.ts';
import { textOf } from '../../support/drawn-table.ts';

test.each([
  ['-i {SOURCE_INPUT} {VIDEO_ENCODER} {AUDIO_ENCODER} {STREAM_OUTPUT}', undefined],
  ['-i {SOURCE_INPUT} {VIDEO_ENCODER} {STREAM_OUTPUT}', 'placeholders missing: {AUDIO_ENCODER}'],
  [
    '{SOURCE_INPUT} {VIDEO_ENCODER} {AUDIO_ENCODER} {STREAM_OUTPUT} {Stream_output} {}',
    'placeholders unknown: {Stream_output} {}',
  ],
])('finds the placeholders of ‘%s’', (command, warning) => {
  expect(placeholderWarning(command)).toBe(warning);
});

test('a value that the server masks is not shown, and is not an empty one', () => {
  const rows = settingRows({
    ffmpegPath: { value: '/secret', masked: true },
    transcodeTaskLimit: { value: null, masked: true },
  });
  const masked = '(masked by the server)';
  expect(rows.map(({ value }) => value)).toEqual([masked, '—', masked, '—']);
  expect(JSON.stringify(rows)).not.toContain('/secret');
});

test('null means no limit, and differs from a missing setting', () => {
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

test('users are sorted by name, those without one last, and a filter searches name and id', () => {
  const users = Object.entries({ 2: 'zoe', 1: '', 30: 'Anna', 4: 'anna' }).map(([id, name]) => ({
    id: Number(id),
    name,
  }));
  const source = { users, facts: {} };
  expect(userRows(source, '').map(({ id }) => id)).toEqual([4, 30, 2, 1]);
  expect(userRows(source, '3').map(({ id }) => id)).toEqual([30]);
  expect(userRows(source, ' ANN').map(({ id }) => id)).toEqual([4, 30]);
});

test('a command over several rows loses only blanks where it breaks, and an unknown placeholder warns', () => {
  const command = '-i {SOURCE_INPUT} -c:v {VIDEO_ENCODER} 漢字漢字 -f flv {NOPE} {STREAM_OUTPUT}';
  const spans = commandLines(command, 20).flat();
  expect(textOf(spans).replace(/ /g, '')).toBe(command.replace(/ /g, ''));
  expect(spans.find(({ text }) => text.includes('NOPE'))?.tone).toBe('warn');
});
