import { expect, test } from 'vitest';
import { entryChange, entrySeverity } from '../../../src/cluster/journal/words.ts';
import { cpuTime } from '../../support/cpu-time.ts';

const entry = (message: string, objectName = 'Server: edge-1') => ({
  id: 1,
  createDate: 0,
  objectName,
  message,
});

test.each([
  ['Encoder crashed with signal 11', 'critical'],
  ['edge-2 is unreachable', 'critical'],
  ['Out of memory, killed worker 3', 'critical'],
  ['Packet loss 4.2 % on ingest', 'warning'],
  ['Connection to cluster manager lost: heartbeat missed', 'warning'],
  ['Publisher rejected: stream limit reached', 'warning'],
  ['request timed out after 3000 ms', 'warning'],
  ['Status Update: FAILED', 'warning'],
  ['Packet loss 0.0 % on ingest', 'info'],
  ['Check finished, 0 errors, no failures', 'info'],
  ['errors: 0, dropped=0', 'info'],
  ['Viewer disconnected after 20 s', 'info'],
  ['Status Update: PUBLISHED', 'info'],
  ['Thumbnail generated in 87 ms', 'info'],
  ['Failover finished', 'info'],
  ['', 'info'],
])('%j is %s', (message, severity) => {
  expect(entrySeverity(entry(message))).toBe(severity);
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
  ['Configuration reloaded by admin', 'reload'],
  ['Setting bufferSize changed from 2 to 8', 'settings'],
  ['Server restarted, version 4.2.1', 'restart'],
  ['transcode limit fell 24 → 16', 'limit'],
  ['Transcode task limit set to 16', 'limit'],
  ['License key replaced', 'license'],
  ['Server removed from topology: no heartbeat for 2000 ms', 'topology'],
  ['edge-9 joined the server group', 'topology'],
  ['Transcode tasks re-evaluated, no change', undefined],
  ['Transcode tasks still queued: limit reached', undefined],
  ['Status Update: PUBLISHED', undefined],
  ['Viewer connected: 1f3', undefined],
])('%j is a change of the kind %s', (message, kind) => {
  expect(entryChange(entry(message))).toBe(kind);
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

test('a message that says "not changed" is no change, whatever else it says', () => {
  expect(entryChange(entry('License checked, unchanged: license key replaced yesterday'))).toBeUndefined();
});
