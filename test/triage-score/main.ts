import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Score } from './judge.ts';
import { falseTable, scoreTable } from './table.ts';

/*
 * `npm run triage-score -- [--second | --third] [--fleet] [--seeds FROM-TO] [--workers N] [--each | --say]`: watches drawn incidents through clients, pollers
 * and triage in accelerated time, and prints how much of each is found and reported correctly. 1 to 100 are for inspection,
 * one by one with `--each`, or in the words that an operator reads with `--say`; the result is that of the seeds from 1,000 on, which are only scored. `--second` takes the
 * second generator, that in `second/`, `--third` the third world, that in `third/`; `--fleet` polls as of a cluster of several that nobody looks at.
 */

const FIRST_SCORED = 1_000;
const MOST_WORKERS = 2;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    workers: { type: 'string' },
    each: { type: 'boolean' },
    say: { type: 'boolean' },
    second: { type: 'boolean' },
    third: { type: 'boolean' },
    fleet: { type: 'boolean' },
  },
});
const { from, to } = rangeOf(values.seeds ?? `${FIRST_SCORED + 1}-${FIRST_SCORED + 100}`);
const workers = Math.min(MOST_WORKERS, Number(values.workers ?? MOST_WORKERS));
if ((values.each || values.say) && to >= FIRST_SCORED) {
  throw new Error(`--each and --say are for the numbers below ${FIRST_SCORED}: the others are only scored`);
}

const began = performance.now();
const scores = await scoreAll(Array.from({ length: to - from + 1 }, (_, n) => from + n));
process.stderr.write('\n');
if (!values.say) printScores();

function printScores(): void {
  if (values.each) process.stdout.write(`${scores.map(line).join('\n')}\n\n`);
  process.stdout.write(`${scoreTable(scores)}\n\n${falseTable(scores)}\n\n`);
  const minutes = (performance.now() - began) / 60_000;
  process.stdout.write(`incidents ${from} to ${to}, ${minutes.toFixed(1)} minutes\n`);
}

function rangeOf(text: string): { from: number; to: number } {
  const [first = '', last = first] = text.split('-');
  const range = { from: Number(first), to: Number(last) };
  if (!(range.from >= 1 && range.to >= range.from)) throw new Error(`--seeds is FROM-TO, not ${text}`);
  return range;
}

/** Scores all incidents; each worker takes the next one that is left. */
async function scoreAll(incidents: readonly number[]): Promise<readonly Score[]> {
  const left = [...incidents];
  const done: Score[] = [];
  await Promise.all(
    Array.from({ length: workers }, async () => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: values });
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const answer = await answerTo(worker, next);
        if (typeof answer === 'string') process.stdout.write(`${answer}\n\n`);
        else done.push(answer);
        process.stderr.write('.');
      }
      await worker.terminate();
    }),
  );
  return done.toSorted((a, b) => a.incident - b.incident);
}

/** A score, or what is said of it. */
async function answerTo(worker: Worker, incident: number): Promise<Score | string> {
  const message = once(worker, 'message');
  worker.postMessage(incident);
  const [answer]: (Score | string)[] = await message;
  if (answer === undefined) throw new Error(`no answer to incident ${incident}`);
  return answer;
}

function line({ incident, kind, cells, foundAfter, unrelated }: Score): string {
  const marks = Object.entries(cells).map(([column, met]) => `${met ? '✓' : '✗'} ${column}`);
  const after = foundAfter === undefined ? '' : ` after ${foundAfter.toFixed(0)} s`;
  return `${incident} ${kind}: ${marks.join('  ')}${after}${unrelated.map(({ key, severity }) => `\n    beside it: ${severity} ${key}`).join('')}`;
}
