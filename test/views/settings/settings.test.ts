import { expect, test } from 'vitest';
import { commandLines, placeholderWarning, settingRows } from '../../../src/views/settings/settings.ts';
import { userRows } from '../../../src/views/users/users.ts';
import { textOf } from '../../support/drawn-table.ts';

const whole = '-i {SOURCE_INPUT} {VIDEO_ENCODER} {AUDIO_ENCODER} {STREAM_OUTPUT}';
test.each([
  [whole, undefined],
  ['-i {SOURCE_INPUT} {VIDEO_ENCODER} {STREAM_OUTPUT}', 'placeholders missing: {AUDIO_ENCODER}'],
  [`${whole} {Stream_output} {}`, 'placeholders unknown: {Stream_output} {}'],
])('finds the placeholders of ‘%s’', (command, warning) => {
  expect(placeholderWarning(command)).toBe(warning);
});

test('a value that the server masks is not shown, and is not an empty one', () => {
  const limit = { value: null, masked: true };
  const rows = settingRows({ ffmpegPath: { value: '/secret', masked: true }, transcodeTaskLimit: limit });
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
  expect(rows.map(({ name, value, locked }) => `${name}: ${value}, ${locked}`)).toEqual([
    'ffmpegPath: (empty), locked by X_Y',
    'ffmpegCommand: —, the server did not return it',
    'transcodeTaskLimit: ∞ no limit, undefined',
    'thumbGenerateTaskLimit: 0, the server does not allow it',
  ]);
});

test('users are sorted by name, those without one last, and a filter searches name and id', () => {
  const names = Object.entries({ 2: 'zoe', 1: '', 30: 'Anna', 4: 'anna' });
  const users = names.map(([id, name]) => ({ id: Number(id), name }));
  const found = (filter: string) => userRows({ users, facts: {} }, filter).map(({ id }) => id);
  expect([found(''), found('3'), found(' ANN')]).toEqual([[4, 30, 2, 1], [30], [4, 30]]);
});

test('a command over several rows loses only blanks where it breaks, and an unknown placeholder warns', () => {
  const command = '-i {SOURCE_INPUT} -c:v {VIDEO_ENCODER} 漢字漢字 -f flv {NOPE} {STREAM_OUTPUT}';
  const spans = commandLines(command, 20).flat();
  expect(textOf(spans).replace(/ /g, '')).toBe(command.replace(/ /g, ''));
  expect(spans.find(({ text }) => text.includes('NOPE'))?.tone).toBe('warn');
});
