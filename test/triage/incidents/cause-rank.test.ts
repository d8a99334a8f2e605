import { expect, test } from 'vitest';
import type { HitPart } from '../../../src/triage/facts.ts';
import { causeFirst } from '../../../src/triage/incidents/cause-rank.ts';
import type { Problem } from '../../../src/triage/problem.ts';
import { sampleProblem } from '../../support/sample-problem.ts';

const causesFirst = (problems: readonly Problem[]) =>
  problems.toSorted((a, b) => causeFirst(a, b, new Map())).map(({ key }) => key);

test('of problems of one kind, what is upstream is the cause of what is downstream', () => {
  const of = (...parts: HitPart[]) => sampleProblem({ key: parts.join('+'), parts });
  const sorted = [of('limits'), of('delivery'), of('transcode', 'limits'), of('ingest'), of('transcode')];
  expect(causesFirst(sorted)).toEqual(['ingest', 'transcode', 'transcode+limits', 'delivery', 'limits']);
});

test('the whole cluster comes before its parts, and the older problem before the newer', () => {
  const sorted = [
    sampleProblem({ key: 'new', since: 2_000 }),
    sampleProblem({ key: 'old', since: 1_000 }),
    sampleProblem({ key: 'cluster', since: 3_000, subject: { kind: 'cluster' } }),
  ];
  expect(causesFirst(sorted)).toEqual(['cluster', 'old', 'new']);
});
