import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLong } from '../support/long.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { withValueAt } from '../support/mutate-json.ts';
import { soundAnswers } from '../support/odd/cluster.ts';
import { type Claim, claimsOf, type Said } from '../support/odd/consumers.ts';
import { type Expected, expectedOf } from '../support/odd/oracle.ts';
import { type OddCase, oddTable, withOdd } from '../support/odd/table.ts';

/*
 * Each leaf and list of each answer with each odd value, through `check`, `snapshot`, `export` and a screen, against an
 * oracle that knows by the field what must be said. `npm run test:long` runs all of them, otherwise a sample.
 */

const SEED = Number(process.env.CASTWATCH_SEED ?? 27);
const SAMPLES = 40;
const LEAST_CASES = 600;

const answers = soundAnswers(new ManualClock().now());
const table = oddTable(answers);
const cases = isLong ? table : fc.sample(fc.constantFrom(...table), { seed: SEED, numRuns: SAMPLES });
const endpoints = [...new Set(table.map(({ path }) => path.split('.')[0] ?? ''))];

/** What is known to be wrong, and the paths of the values that show it. */
const critical = {
  answers: withValueAt(answers, ['dashboard', 'data', 'viewersStats', 'total', 'value'], 19_990) as object,
  rests: [
    'login.data.accessToken',
    ...['value', 'limit'].map((member) => `dashboard.data.viewersStats.total.${member}`),
  ],
};

const faults = {
  falseOk: 0,
  falseCritical: 0,
  lostCritical: 0,
  needlessUnknown: 0,
  unmarked: 0,
  otherClaims: 0,
};
const figures = { cases: 0, claims: 0, criticals: 0, ...faults };

const text = ({ path, kind, scope }: OddCase) => `${path} ${kind} ${scope}`;

function faultOf(
  { claim, isMarked }: Said,
  { claims, isMarked: mark }: Expected,
): keyof typeof faults | undefined {
  if (claims.includes(claim)) return mark && !isMarked ? 'unmarked' : undefined;
  const byClaim: Readonly<Record<Claim, keyof typeof faults>> = {
    OK: 'falseOk',
    CRITICAL: 'falseCritical',
    UNKNOWN: 'needlessUnknown',
    WARNING: 'otherClaims',
  };
  return byClaim[claim];
}

async function wrongOf(odd: OddCase): Promise<readonly string[]> {
  const said = Object.entries(await claimsOf(withOdd(answers, odd) ?? answers));
  const wrong = said.flatMap(([consumer, each]) => {
    figures.claims++;
    const fault = faultOf(each, expectedOf(odd));
    if (fault) figures[fault]++;
    return fault ? [`${text(odd)}: ${consumer} ${fault} ${each.claim}: ${each.words}`] : [];
  });
  // The values that show the critical must be there: neither they nor anything above them is odd.
  if (
    odd.kind !== 'order' &&
    odd.kind !== 'duplicate' &&
    critical.rests.some((one) => one.startsWith(odd.path))
  )
    return wrong;
  const beside = Object.entries(await claimsOf(withOdd(critical.answers, odd) ?? critical.answers));
  figures.criticals += beside.length;
  const lost = beside.filter(([, { claim }]) => claim !== 'CRITICAL');
  figures.lostCritical += lost.length;
  return [
    ...wrong,
    ...lost.map(
      ([consumer, { claim, words }]) => `${text(odd)}: ${consumer} hides the critical: ${claim}: ${words}`,
    ),
  ];
}

test.each(endpoints)(
  'odd answers of %s: an unread value is not called well, and nothing else changes',
  async (name) => {
    const wrong: string[] = [];
    for (const odd of cases.filter(({ path }) => path.split('.')[0] === name)) {
      figures.cases++;
      wrong.push(...(await wrongOf(odd)));
    }
    expect(wrong).toEqual([]);
  },
);

test('the table of cases is complete, and its figures are printed', () => {
  expect(table.length).toBeGreaterThan(LEAST_CASES);
  const { criticals, lostCritical } = figures;
  const kept = criticals === 0 ? 100 : (100 * (criticals - lostCritical)) / criticals;
  console.info(
    [
      `odd answers: ${figures.cases} of ${table.length} cases (seed ${SEED}), ${figures.claims} claims of four consumers`,
      `false OK ${figures.falseOk}, false CRITICAL ${figures.falseCritical}, known criticals kept ${kept} % of ${criticals}`,
      `needless UNKNOWN ${figures.needlessUnknown}, not named ${figures.unmarked}, other claims ${figures.otherClaims}`,
    ].join('\n'),
  );
});
