import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { checkCluster } from '../../../src/cli/check/cluster.ts';
import { checkLimits } from '../../../src/cli/check/thresholds.ts';
import type { Verdict } from '../../../src/cli/check/verdict.ts';
import { open } from '../../http/support.ts';
import { pathsOf, withValueAt } from '../../support/mutate-json.ts';
import { healthyAnswers, serveAnswers } from '../../support/odd-server.ts';

/** One place of one answer, and what stands there instead. */
interface OddAnswer {
  readonly path: string;
  readonly kind: keyof typeof odd;
}

const odd = {
  missing: undefined,
  null: null,
  text: 'unexpected',
  object: { odd: {} },
  negative: -5,
} as const;
const SEED = 27;
/** Of nearly 4,900; another seed takes others. */
const SAMPLES = 150;

const answers = healthyAnswers(systemClock.now());
const leaves = pathsOf(answers)
  .map((path) => path.join('.'))
  .filter((path) => !/^\w+\.meta/.test(path));
// Counts belong to their grades by place: where one is left out, the server itself moved the others.
const moved = ({ path, kind }: OddAnswer) => kind === 'missing' && /\.(series|labels)\.\d+$/.test(path);
const table = leaves
  .flatMap((path) =>
    (['missing', 'null', 'text', 'object', 'negative'] as const).map((kind): OddAnswer => ({ path, kind })),
  )
  .filter((answer) => !moved(answer));

/** Numbers by which problems are judged: where one of them makes no sense, nobody can say that all is well. */
const judged = [
  /^dashboard\.data\.(viewersStats|streamStats|incomingTraffic|outgoingTraffic|transcodeStats)\.(total|groups\.\d+)\.(value|limit)$/,
  /^dashboard\.data\.viewerHealthSummary\.series\.\d+$/,
  /^dashboard\.data\.topology\.\d+\.serverStats\.(cpuUsage|memUsage|(in|out)Bandwidth\.(usage|cap))$/,
  /^streams\.data\.list\.\d+\.(healthScore|viewerCount|inBandwidth)$/,
];

async function check(changed: unknown): Promise<Verdict> {
  const connection = open(await serveAnswers(changed as object));
  const target = { name: 'odd', url: 'http://odd', journalPatterns: [] };
  try {
    return await checkCluster(connection, target, systemClock, {
      ...checkLimits({}, { warn: [], crit: [] }),
      polls: 2,
      intervalMs: 1,
      timeoutMs: 5_000,
    });
  } finally {
    await connection.close();
  }
}

const sample = fc.sample(fc.constantFrom(...table), { seed: SEED, numRuns: SAMPLES });
const asks = sample.filter(({ path }) => judged.some((one) => one.test(path)));

test('of a healthy cluster no odd answer makes a critical one, and none that is judged is OK', async () => {
  expect(asks.length).toBeGreaterThan(20);
  const wrong: string[] = [];
  for (const { path, kind } of sample) {
    const { status } = await check(withValueAt(answers, path.split('.'), odd[kind]));
    const isUnreadable = kind !== 'missing' && kind !== 'null';
    const isJudged = isUnreadable && judged.some((one) => one.test(path));
    if (status === 'CRITICAL' || (isJudged && status !== 'UNKNOWN')) wrong.push(`${path} ${kind}: ${status}`);
  }
  expect(wrong).toEqual([]);
});

test('a known critical stays one beside any odd answer', async () => {
  const hot = withValueAt(answers, ['dashboard', 'data', 'viewersStats', 'total', 'value'], 19_990);
  const wrong: string[] = [];
  for (const { path, kind } of sample) {
    if (
      'dashboard.data.viewersStats.total.value'.startsWith(path) ||
      path.endsWith('viewersStats.total.limit')
    )
      continue;
    const { status } = await check(withValueAt(hot, path.split('.'), odd[kind]));
    if (status !== 'CRITICAL') wrong.push(`${path} ${kind}: ${status}`);
  }
  expect(wrong).toEqual([]);
});
