import { expect, test } from 'vitest';
import type { ScreenName } from '../../../src/actions/screen-table.ts';
import type { ProblemKind } from '../../../src/triage/kind-facts.ts';
import type { Subject } from '../../../src/triage/problem.ts';
import { byGroup } from '../../../src/views/servers/list.ts';
import { everyKind } from '../../support/every-kind.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';
import { openScreen } from '../open-screen.ts';

/** The list with this problem, after Enter on it. */
function followed(kind: ProblemKind, subject: Subject) {
  const problem = sampleProblem({ key: `${kind}:x`, subject }, everyKind[kind]);
  const opened = { problems: [problem], size: { columns: 140, rows: 40 } };
  return openScreen('problems', sampleState(), opened).hands.press('enter');
}
const flapping = { kind: 'stream', id: 'of-now', streamKey: 'news', application: 'live' } as const;

test.each<[ProblemKind, Subject, ScreenName, object]>([
  ['server-hot', { kind: 'server', name: 'edge-1a' }, 'servers', { opened: 'edge-1a' }],
  ['group-short', { kind: 'group', name: 'EU' }, 'servers', { sort: byGroup, filter: 'EU' }],
  ['link', { kind: 'application', name: 'live', id: 'a-7' }, 'applications', { opened: 'a-7' }],
  ['link', { kind: 'application', name: 'live' }, 'applications', { opened: 'live' }],
  ['journal-storm', { kind: 'journal', object: 'a "b"' }, 'journal', { filter: 'object:"a b"' }],
  // A flapping stream has another id each time.
  ['stream-flap', flapping, 'streams', { opened: undefined, search: 'news', application: 'live' }],
  // Problems of the whole cluster lead to the screen with their figures.
  ['limit', { kind: 'cluster' }, 'overview', { pointed: 'path' }],
  ['limit-changed', { kind: 'cluster' }, 'overview', { pointed: 'path' }],
  ['server-gone', { kind: 'group', name: 'EU' }, 'servers', { sort: byGroup, filter: 'EU' }],
  ['health', { kind: 'cluster' }, 'overview', { pointed: 'health' }],
  ['manager', { kind: 'cluster' }, 'servers', { opened: undefined, filter: '' }],
  ['restart', { kind: 'cluster' }, 'journal', { filter: '' }],
  ['stream-unhealthy', { kind: 'cluster' }, 'streams', { part: 'worst' }],
])('Enter on %s of %j leads to its subject, and Esc leads back', (rule, subject, screen, slice) => {
  const hands = followed(rule, subject);
  expect(hands.ui.screen).toBe(screen);
  expect(hands.slice(screen)).toMatchObject(slice);
  // The first Esc may close what was opened.
  for (let presses = 0; presses < 2 && hands.ui.screen !== 'problems'; presses++) hands.press('esc');
  expect(hands.ui.screen).toBe('problems');
});

test('a stream that publishes again under another id is found by its key', () => {
  const [stream] = sampleState().streamSweep.value?.items.values() ?? [];
  if (!stream) throw new Error('The sample has streams.');
  const { id, streamKey } = stream;
  const application = stream.application ?? '';
  const opened = (subject: Subject) => followed('stream-zombie', subject).slice('streams');
  expect(opened({ kind: 'stream', id, streamKey: streamKey ?? '' })).toMatchObject({ opened: id });
  const again = { kind: 'stream', id: 'of-before', streamKey: streamKey ?? '', application } as const;
  expect(opened(again)).toMatchObject({ opened: id });
  const gone = { kind: 'stream', id: 'of-before', streamKey: 'nowhere' } as const;
  expect(opened(gone)).toMatchObject({ opened: undefined, search: 'nowhere' });
});

test.each<[ProblemKind, Subject]>([
  ['stale', { kind: 'resource', name: 'journal' }],
  ['stale', { kind: 'cluster' }],
])('Enter on %s of %j opens the freshness of all resources', (rule, subject) => {
  const hands = followed(rule, subject);
  expect(hands.ui.screen).toBe('problems');
  hands.sees('Topology', '/api/cluster/topology');
});
