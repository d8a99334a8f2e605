import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLong } from '../support/long.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { withValueAt } from '../support/mutate-json.ts';
import { soundAnswers } from '../support/odd/cluster.ts';
import { type Claim, claimsOf, type Said, sessionsOver } from '../support/odd/consumers.ts';
import { type Expected, expectedOf } from '../support/odd/oracle.ts';
import { type OddCase, oddTable, withOdd } from '../support/odd/table.ts';

/*
 * Each leaf and list of each answer with each odd value, alone and in pairs, through all that tells how a cluster is, against
 * an oracle that knows by the field what must be said. `npm run test:long` runs all of them, otherwise a sample.
 */

const SEED = Number(process.env.CASTWATCH_SEED ?? 27);
const SAMPLES = 16;
const PAIRS = isLong ? 1_500 : 4;
const LEAST_CASES = 600;

const answers = soundAnswers(new ManualClock().now());
const table = oddTable(answers);
const cases = isLong ? table : fc.sample(fc.constantFrom(...table), { seed: SEED, numRuns: SAMPLES });
const pairs = fc.sample(fc.tuple(fc.constantFrom(...table), fc.constantFrom(...table)), {
  seed: SEED,
  numRuns: PAIRS,
});
const endpoints = [...new Set(table.map(({ path }) => path.split('.')[0] ?? ''))];

/** What is known to be wrong, and the paths of the values that show it. */
const critical = {
  answers: withValueAt(answers, ['dashboard', 'data', 'viewersStats', 'total', 'value'], 19_990) as object,
  rests: [
    'login.data.accessToken',
    ...['value', 'limit'].map((member) => `dashboard.data.viewersStats.total.${member}`),
  ],
};

/** The value is there, and cannot be read: nothing ended. */
const isUnread = (kind: OddCase['kind']) => kind === 'type' || kind === 'null';

const text = ({ path, kind, scope }: OddCase) => `${path} ${kind} ${scope}`;

const faults: Readonly<Record<Claim, string>> = {
  OK: 'calls it well',
  CRITICAL: 'makes it critical',
  UNKNOWN: 'does not know',
  WARNING: 'claims another thing',
};

function faultOf({ claim, isMarked }: Said, expected: Expected): string | undefined {
  if (!expected.claims.includes(claim)) return faults[claim];
  return expected.isMarked && !isMarked ? 'does not name it' : undefined;
}

/** The faults in what is said about the answers with these odd values. */
async function wrongOf(...odd: readonly OddCase[]): Promise<readonly string[]> {
  const name = odd.map(text).join(' and ');
  const expected = expectedOf(...odd);
  const said = Object.entries(await claimsOf(withAll(answers, odd)));
  const wrong = said.flatMap(([consumer, each]) => {
    const fault = faultOf(each, expected);
    return fault ? [`${name}: ${consumer} ${fault}: ${each.claim}: ${each.words}`] : [];
  });
  const claims = said.map(([consumer, { claim, words }]) => `${consumer} says ${claim}: ${words}`);
  const isOne = new Set(said.map(([, { claim }]) => claim)).size === 1;
  if (!isOne && !expected.mayDiffer) wrong.push(`${name}: ${claims.join(' / ')}`);
  return [...wrong, ...(await hiddenBy(odd, name))];
}

const withAll = (all: object, odd: readonly OddCase[]) =>
  odd.reduce((changed, one) => withOdd(changed, one) ?? changed, all);

/** Who hides the known critical beside these odd values, which do not touch what shows it. */
async function hiddenBy(odd: readonly OddCase[], name: string): Promise<readonly string[]> {
  const touches = ({ kind, path }: OddCase) =>
    kind !== 'order' && kind !== 'duplicate' && critical.rests.some((one) => one.startsWith(path));
  if (odd.some(touches)) return [];
  const beside = Object.entries(await claimsOf(withAll(critical.answers, odd)));
  return beside.flatMap(([consumer, { claim, words }]) =>
    claim === 'CRITICAL' ? [] : [`${name}: ${consumer} hides the critical: ${claim}: ${words}`],
  );
}

/** All faults in what is said about each of these. */
async function allWrong(each: readonly (readonly OddCase[])[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const odd of each) wrong.push(...(await wrongOf(...odd)));
  return wrong;
}

test.each(endpoints)('odd answers of %s: no unread value is called well, no more changes', async (name) => {
  const own = cases.filter(({ path }) => path.split('.')[0] === name);
  expect(await allWrong(own.map((odd) => [odd]))).toEqual([]);
});

test('pairs of odd values say what each of them says, and no more', async () => {
  expect(table.length).toBeGreaterThan(LEAST_CASES);
  expect(await allWrong(pairs)).toEqual([]);
});

test('odd answers for some minutes interrupt no stream in `sessions`, and take none away', async () => {
  const keys = answers.streams.data.list.map(({ streamKey }) => streamKey).toSorted();
  const wrong: string[] = [];
  // Sessions are told by the key: without it, it is another stream.
  const own = table.filter(
    ({ path, kind }) => path.startsWith('streams.') && !path.endsWith('.streamKey') && isUnread(kind),
  );
  const drawn = isLong ? own : fc.sample(fc.constantFrom(...own), { seed: SEED, numRuns: 3 });
  for (const odd of drawn) {
    const told = await sessionsOver(answers, withOdd(answers, odd) ?? answers);
    const isWhole = keys.every((key) => told.streams.includes(key)) && told.interruptions === 0;
    if (!isWhole) wrong.push(`${text(odd)}: ${JSON.stringify(told)}`);
  }
  expect(wrong).toEqual([]);
});
