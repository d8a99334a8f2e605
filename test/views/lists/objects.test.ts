import { expect, test } from 'vitest';
import { findObjects, fuzzyScore } from '../../../src/views/lists/objects.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';

const radio = { kind: 'stream', id: 's', streamKey: 'radio' } as const;
const problems = [
  sampleProblem({ key: 'hot', title: 'Server hot', subject: { kind: 'server', name: 'edge-1a' } }),
  sampleProblem({ key: 'bad', title: 'Stream unhealthy', subject: radio }),
];
const found = (typed: string, state = sampleState()) =>
  findObjects({ state, triage: { problems } }, typed).map(({ word, name, note }) =>
    note === '' ? `${word} ${name}` : `${word} ${name} (${note})`,
  );

test('a found server is followed by its group, problems, streams and journal', () => {
  const own = ['group Europe', 'journal edge-1a', 'problem Server hot', 'streams live-edge-1a'];
  const below = own.map((one) => `${one} (of edge-1a)`);
  expect(found('edge-1a')).toEqual(['server edge-1a (Europe)', ...below, 'application live-edge-1a']);
});

test('objects of every kind are found by name', () => {
  expect(found('radio')).toEqual(['stream radio (live-origin-1)', 'problem Stream unhealthy radio']);
  expect(found('europe')[0]).toEqual('group Europe');
  expect(found('live-origin-1')[0]).toEqual('application live-origin-1');
  expect(found('viewer-2')).toEqual(['viewer viewer-2']);
  expect(found('stream unhealthy')[0]).toEqual('problem Stream unhealthy radio');
  expect(found('zzz')).toEqual([]);
});

/** The names that match, best first. */
const foundBy = (typed: string, ...names: string[]) =>
  names
    .flatMap((name) => {
      const score = fuzzyScore(name, typed);
      return score === undefined ? [] : [{ name, score }];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ name }) => name);

test('the whole name ranks first, then its beginning, a word of it, its inside', () => {
  const names = ['news', 'newsroom', 'local news', 'renewsed'];
  expect(foundBy('news', ...names.toReversed())).toEqual(names);
  expect(foundBy('NEWS', 'News')).toEqual(['News']);
  // A long name still comes before names that match less well.
  const long = `news${'x'.repeat(200)}`;
  expect(foundBy('news', 'local news', long)).toEqual([long, 'local news']);
});

test('of equal matches the shorter name is first, and scattered letters are none', () => {
  expect(foundBy('edge', 'edge-frankfurt-1', 'edge-1')).toEqual(['edge-1', 'edge-frankfurt-1']);
  expect(foundBy('ef', 'e-x-f')).toEqual([]);
});
