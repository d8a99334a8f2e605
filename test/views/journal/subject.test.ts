import { expect, test } from 'vitest';
import { entrySubject } from '../../../src/views/journal/subject.ts';
import { sampleState } from '../../support/sample-state.ts';

test.each([
  ['Server: edge-1a', 'hot', { kind: 'server', name: 'edge-1a' }],
  ['ClusterManager', 'origin-1 lost', { kind: 'server', name: 'origin-1' }],
  ['Stream: radio', 'edge-1a', { kind: 'stream', id: 'stream-6' }],
  ['Application: live-edge-1a', 'started', { kind: 'application', name: 'live-edge-1a' }],
  ['ClusterManager', 'Viewer connected: v_12345', { kind: 'viewer', id: 'v_12345' }],
  ['Viewer: v_12345', 'left edge-1a', { kind: 'viewer', id: 'v_12345' }],
  ['ClusterManager', 'radio moved to live-edge-1a', { kind: 'application', name: 'live-edge-1a' }],
  ['ClusterManager', 'nothing known', undefined],
  [null, null, undefined],
])('the subject of %j is %j', (objectName, message, subject) => {
  expect(entrySubject(sampleState(), { objectName, message })).toEqual(subject);
});
