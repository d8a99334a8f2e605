import { expect, test } from 'vitest';
import { judgeLooks } from '../../src/triage/one-shot.ts';
import { viewersHit } from '../../src/triage/problem.ts';
import { allRules } from '../../src/triage/rules/index.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { sentenceOf } from '../support/sample-problem.ts';
import { climbs } from './rules/climbs.ts';
import { data } from './rules/data.ts';
import { deviations } from './rules/deviations.ts';
import { namedRows } from './rules/family.ts';
import { journalFamily } from './rules/journal.ts';
import { limits } from './rules/limits.ts';
import { links } from './rules/links.ts';
import { outages } from './rules/outages.ts';
import { servers } from './rules/servers.ts';
import { streams } from './rules/streams.ts';
import { bench, raised } from './support.ts';

const families = [servers, deviations, outages, climbs, limits, streams, links, journalFamily, data];
const rows = namedRows(families);
const stories = families.flatMap((family) => Object.entries(family.stories));

/** `warning server-hot:edge-1` → `server-hot`. */
const ruleOf = (raised: string) => raised.slice(raised.indexOf(' ') + 1, raised.indexOf(':'));
const tested = new Set([
  ...rows.map(({ raises }) => ruleOf(raises)),
  ...stories.map(([title]) => title.slice(0, title.indexOf(':'))),
]);

test.each(allRules([]).map(({ name }) => name))('the rule %s has a row or a story in rules/', (name) => {
  expect(tested).toContain(name);
});

test.each(stories)('%s', (_, play) => play());

test.each(rows)('$name: fires once, in time, and clears', (row) => {
  const [fires, clears] = row.within;
  const b = bench();
  expect(raised(b.during(3 * 60_000, row.every, row.good))).toEqual([]);
  const from = b.now();
  let verdict = b.step(row.every, row.bad);
  while (verdict.problems.length === 0 && b.now() < from + fires + 2 * row.every) {
    verdict = b.step(row.every, row.bad);
  }
  expect(b.now() - from).toBeLessThanOrEqual(fires + row.every);
  expect(raised(verdict)).toEqual([row.raises]);
  verdict = b.during(10 * row.every, row.every, row.bad);
  expect(raised(verdict)).toEqual([row.raises]);
  // `check` says the same of this moment, but where it would need the time before.
  const { problems } = judgeLooks([{ state: b.state(), at: b.now() }], mergeThresholds(), []);
  const { history } = allRules([]).find(({ name }) => name === ruleOf(row.raises)) ?? {};
  if (history === undefined && !row.needsTime)
    expect(problems.map(({ key, severity }) => `${severity} ${key}`)).toEqual([row.raises]);
  const [problem] = verdict.problems;
  expect(sentenceOf(problem)).toMatch(row.reason);
  expect(viewersHit(problem?.hit) ?? problem?.hit.streams?.count).toBe(row.hit);
  expect(problem?.noticedAt).toBeGreaterThanOrEqual(problem?.since.at ?? Number.POSITIVE_INFINITY);
  verdict = b.during(clears + 4 * row.every, row.every, row.good);
  expect(raised(verdict)).toEqual([]);
  expect(verdict.cleared.map(({ severity, key }) => `${severity} ${key}`)).toEqual([row.raises]);
});

test.each(rows)('$name: one bad sample raises nothing', (row) => {
  const b = bench();
  b.during(3 * 60_000, row.every, row.good);
  for (let time = 0; time < 4; time++) {
    expect(raised(b.step(row.every, row.bad))).toEqual([]);
    expect(raised(b.during(6 * row.every, row.every, row.good))).toEqual([]);
  }
});

// A refused login is not data that becomes stale.
test.each(rows.filter(({ name }) => name !== 'login refused'))(
  '$name: stale data neither raises nor clears',
  (row) => {
    const b = bench({ thresholds: { staleWarn: '100h', staleCrit: '100h' } });
    b.during(3 * 60_000, row.every, row.good);
    b.step(row.every, row.bad);
    expect(raised(b.during(3_600_000, 60_000))).toEqual([]);
    b.during(row.within[0] + row.every, row.every, row.bad);
    const problems = b.triage.state().problems;
    expect(problems.length).toBe(1);
    expect(b.during(3_600_000, 60_000).problems).toBe(problems);
  },
);
