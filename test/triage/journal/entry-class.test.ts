import { expect, test } from 'vitest';
import { classOfEntry, type EntryClass } from '../../../src/triage/journal/entry-class.ts';

const entry = (message: string) => ({ id: 1, objectName: 'Server: a', createDate: 0, message });

test.each<[EntryClass, string]>([
  ['change', 'Configuration reloaded by admin'],
  ['change', 'Upstream route switched to peer 2'],
  ['change', 'TLS certificate renewed'],
  ['change', 'Worker pool limit changed from 8 to 4'],
  ['change', 'Node software upgraded'],
  ['change', 'License replaced'],
  ['change', 'Segment cache disabled'],
  ['failure', 'Segmentation fault in worker 3'],
  ['failure', 'certificate_expired: handshake rejected'],
  ['failure', 'Publisher rejected: bad signature'],
  ['failure', 'Fan 2 failed'],
  ['failure', 'Link to the core is down'],
  ['state', 'Status Update: UNPUBLISHED'],
  ['state', 'No heartbeat from edge-1 for 2000 ms'],
  ['state', 'Server edge-1 removed: no heartbeat for 2000 ms'],
  ['state', 'Viewer session opened'],
  ['state', 'Publisher disconnected'],
  ['state', 'User 7 created by user 1'],
  ['change', 'License accepted: 500 Mbit/s'],
  ['plain', 'License counters written'],
  ['plain', 'Segment written'],
  ['plain', 'Optical power of port 4 is -29 dBm'],
  ['plain', 'Adaptive bitrate of 7 viewers'],
])('%s: %s', (word, message) => {
  expect(classOfEntry(entry(message))).toBe(word);
});

test('a pattern of the operator counts before the words of the entry', () => {
  const patterns = [{ match: /optical power/i, severity: 'warning' as const }];
  expect(classOfEntry(entry('Optical power is low'), patterns)).toBe('failure');
});
