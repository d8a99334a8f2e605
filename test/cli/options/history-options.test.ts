import { expect, test } from 'vitest';
import { historySettings, retentionOf } from '../../../src/cli/options/history-options.ts';
import { parseArguments } from '../../../src/cli/options/options.ts';
import { HistoryError } from '../../../src/history/error.ts';
import { defaultRetention } from '../../../src/history/retention.ts';
import type { WriterStatus } from '../../../src/history/writer.ts';

const config = { path: undefined, file: { history: { raw: 7 } } };
const failing: WriterStatus = { kind: 'failing', error: new HistoryError('UNUSABLE', 'the disk is full') };

test('a history is kept unless it is switched off, and only unusual states are reported', () => {
  const told: string[] = [];
  const settings = (...words: string[]) =>
    historySettings(parseArguments(words, {}), config, '/state', (message) => told.push(message));
  expect(settings('--no-history')).toBeUndefined();
  expect(settings('--history')).toMatchObject({
    stateDir: '/state',
    retention: { ...defaultRetention, raw: 7 },
  });
  const kept = settings();
  for (const status of [{ kind: 'writing' }, { kind: 'waiting' }, failing] as const) kept?.onStatus(status);
  expect(told).toEqual(['another castwatch is writing the history of this cluster', 'the disk is full']);
  expect(retentionOf({ path: undefined, file: {} })).toEqual(defaultRetention);
});
