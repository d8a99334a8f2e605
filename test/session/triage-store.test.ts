import { expect, test } from 'vitest';
import { createTriageStore } from '../../src/session/triage-store.ts';
import type { Triage, TriageState } from '../../src/triage/engine.ts';
import type { PlannedWork } from '../../src/triage/planned-work.ts';
import type { Problem } from '../../src/triage/problem.ts';
import { calm } from '../support/fake-services.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';

type Works = NonNullable<Parameters<typeof createTriageStore>[2]>['works'];
type How = NonNullable<Problem['acknowledged']>;

/** A store over an engine whose next verdict the test sets; `earlier` are the acknowledgements of the run before. */
function opened(earlier: Readonly<Record<string, How>> = {}, works?: Works) {
  const clock = new ManualClock(sampleNow);
  let verdict: TriageState = calm;
  const mark = (key: string, acknowledged: How | undefined) => {
    const marked = (one: Problem) => (one.key === key ? { ...one, acknowledged } : one);
    verdict = { ...verdict, problems: verdict.problems.map(marked) };
    return verdict;
  };
  const engine = {
    state: () => verdict,
    step: () => verdict,
    acknowledge: mark,
    unacknowledge: (key: string) => mark(key, undefined),
  } as unknown as Triage;
  const memory: string[] = [];
  const store = createTriageStore(engine, clock, {
    acknowledgements: {
      find: ({ key }) => earlier[key],
      keep: (key, how) => memory.push(`keep ${key} ${JSON.stringify(how)}`),
      drop: (key) => memory.push(`drop ${key}`),
      expire: (key) => memory.push(`expire ${key}`),
    },
    works,
  });
  let told = 0;
  const off = store.subscribe(() => told++);
  const step = (...problems: readonly Problem[]) => {
    verdict = { ...verdict, problems };
    store.step(sampleState());
  };
  const notes = () => store.getState().problems.map(({ acknowledged }) => acknowledged?.note);
  return { clock, store, memory, step, notes, off, told: () => told };
}

const hot = sampleProblem({ key: 'hot' });
const gone = sampleProblem({ key: 'gone', severity: 'warning' });

test('an acknowledgement is shown and kept, and dropped when it is taken back', () => {
  const { store, memory, step, notes, told } = opened();
  step(hot, gone);
  store.acknowledge('hot', 'on it');
  expect([notes(), told()]).toEqual([['on it', undefined], 2]);
  store.acknowledge('gone', 'for a while', sampleNow + 5);
  store.unacknowledge('hot');
  expect([notes(), told()]).toEqual([[undefined, 'for a while'], 4]);
  expect(memory).toEqual([
    `keep hot {"at":${sampleNow},"note":"on it","severity":"${hot.severity}"}`,
    `keep gone {"at":${sampleNow},"note":"for a while","until":${sampleNow + 5},"severity":"${gone.severity}"}`,
    'drop hot',
  ]);
});

test('an acknowledgement is dropped once its problem clears or it ended, and no other is', () => {
  const { store, memory, step } = opened();
  step(hot, gone);
  for (const key of ['hot', 'gone']) store.acknowledge(key, 'on it');
  memory.length = 0;
  step(...store.getState().problems);
  expect(memory).toEqual([]);
  // It ends where the problem becomes worse.
  step({ ...hot, severity: 'critical' });
  expect(memory.toSorted()).toEqual(['expire gone', 'expire hot']);
});

test.each<[string, number | undefined, string | undefined]>([
  ['for good', undefined, 'earlier'],
  ['until later', sampleNow + 1, 'earlier'],
  ['until now', sampleNow, undefined],
])('an acknowledgement %s from an earlier run is shown while it is valid', (_what, until, note) => {
  const { step, notes } = opened({ hot: { at: 1, note: 'earlier', until } as How });
  step(hot, gone);
  expect(notes()).toEqual([note, undefined]);
});

test('an acknowledgement from an earlier run ends where the problem is worse now', () => {
  const earlier = { at: 1, note: 'earlier', severity: 'warning' } as How;
  const { step, notes } = opened({ hot: earlier, gone: earlier });
  step({ ...hot, severity: 'critical' }, { ...gone, severity: 'warning' });
  expect(notes()).toEqual([undefined, 'earlier']);
});

test('an acknowledgement of this run counts before one of an earlier run', () => {
  const { step, notes } = opened({ hot: { at: 1, note: 'earlier' } as How });
  step({ ...hot, acknowledged: { at: 2, note: 'now' } as How });
  expect(notes()).toEqual(['now']);
});

test('planned work acknowledges problems of its object until it ends, and keeps no acknowledgement of them', async () => {
  const works: PlannedWork[] = [];
  const subject = { kind: 'server', name: 'edge-1' } as const;
  const { clock, store, memory, step, told } = opened(
    {},
    {
      current: () => [...works],
      begin: (work) => void works.splice(0, 1, work),
      end: () => void works.splice(0),
    },
  );
  const again = () => store.step(sampleState());
  const planned = () => store.getState().problems.map(({ acknowledged }) => acknowledged?.planned);
  step(sampleProblem({ subject, names: [subject] }));
  expect(planned()).toEqual([undefined]);
  store.plan('edge-1', clock.now() + 4_000, 'disk swap');
  again();
  again();
  expect([planned(), told()]).toEqual([[true], 2]);
  await clock.advance(4_000);
  again();
  expect(planned()).toEqual([undefined]);
  store.plan('edge-1', clock.now() + 4_000, 'again');
  store.plan('edge-1', undefined, '');
  expect(planned()).toEqual([undefined]);
  expect(memory).toEqual([]);
});
