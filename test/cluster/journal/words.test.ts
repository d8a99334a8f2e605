import { expect, test } from 'vitest';
import { entryChange, entrySeverity } from '../../../src/cluster/journal/words.ts';
import { cpuTime } from '../../support/cpu-time.ts';

const entry = (message: string, objectName = 'Server: edge-1') => {
  return { id: 1, createDate: 0, objectName, message };
};

test.each([
  ['critical', 'Encoder crashed with signal 11', 'edge-2 is unreachable', 'Out of memory, killed worker 3'],
  ['warning', 'Packet loss 4.2 % on ingest', 'Connection to cluster manager lost: heartbeat missed'],
  ['warning', 'Publisher rejected: stream limit reached', 'request timed out after 3000 ms'],
  ['warning', 'Status Update: FAILED'],
  ['info', 'Packet loss 0.0 % on ingest', 'Check finished, 0 errors, no failures', 'errors: 0, dropped=0'],
  ['info', 'Viewer disconnected after 20 s', 'Status Update: PUBLISHED', 'Thumbnail generated in 87 ms'],
  ['info', 'Failover finished', ''],
])('%s: %j', (severity, ...messages) => {
  for (const message of messages) expect(entrySeverity(entry(message)), message).toBe(severity);
});

test("the operator's patterns count before the words, and the most severe of them wins", () => {
  const patterns = [
    { match: /TokenValidator/u, severity: 'info' },
    { match: /token .* expired/u, severity: 'critical' },
  ] as const;
  expect(entrySeverity(entry('request failed', 'TokenValidator'), patterns)).toBe('info');
  expect(entrySeverity(entry('token 7 expired', 'TokenValidator'), patterns)).toBe('critical');
  expect(entrySeverity(entry('request failed', 'Other'), patterns)).toBe('warning');
});

test.each([
  ['reload', 'Configuration reloaded by admin'],
  ['settings', 'Setting bufferSize changed from 2 to 8'],
  ['restart', 'Server restarted, version 4.2.1'],
  ['limit', 'transcode limit fell 24 → 16', 'Transcode task limit set to 16'],
  ['license', 'License key replaced'],
  ['topology', 'Server removed from topology: no heartbeat for 2000 ms', 'edge-9 joined the server group'],
  ['none', 'Transcode tasks re-evaluated, no change', 'Transcode tasks still queued: limit reached'],
  ['none', 'Status Update: PUBLISHED', 'Viewer connected: 1f3'],
  ['none', 'License checked, unchanged: license key replaced yesterday'],
])('a change of the kind %s: %j', (kind, ...messages) => {
  for (const message of messages) expect(entryChange(entry(message)) ?? 'none', message).toBe(kind);
});

test('a hostile message takes no time', () => {
  const ms = cpuTime(() => {
    for (const text of ['set ', 'limit ', 'server ', 'a-', '1.', '0 ', ':', '"'])
      entrySeverity(entry(text.repeat(100_000)));
    for (const text of ['set ', 'limit ', 'server ']) entryChange(entry(text.repeat(100_000)));
  });
  expect(ms).toBeLessThan(1_000);
});

test('only the beginning of a message is read', () => {
  const after = (characters: number) => entrySeverity(entry(`${'word '.repeat(characters / 5)}failed`));
  expect([after(1_990), after(2_000)]).toEqual(['warning', 'info']);
});
