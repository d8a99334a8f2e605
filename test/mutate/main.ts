import { randomInt } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { hash } from '../../src/simulator/rng.ts';
import { type Mutant, mutantsOf } from './mutators.ts';
import { MutantRunner, type Verdict } from './runner.ts';

// What it does and takes: README.md beside it.

/** Code that runs only in the built program: only the tests in `e2e` exercise it, and they import nothing. */
const builtOnly: ReadonlySet<string> = new Set([
  'base/lazy-string-width.ts',
  'cli/compile-cache.ts',
  'cli/demo/start-worker.ts',
  'http/undici-core.cjs',
  'ui/terminal/yoga.ts',
]);

const src = resolve(import.meta.dirname, '../../src');
const folders = readdirSync(src, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['build', 'simulator'].includes(entry.name))
  .map(({ name }) => name);

interface Place extends Mutant {
  readonly path: string;
  /** A place such as `http/session.ts:120`. */
  readonly at: string;
}

function placesOf(folder: string, wanted: readonly string[]): Place[] {
  const files = globSync(`${src}/${folder}/**/*.{ts,tsx}`, { exclude: ['**/*.d.ts'] })
    .filter((path) => !builtOnly.has(relative(src, path)))
    .sort();
  const places = files.flatMap((path) =>
    mutantsOf(readFileSync(path, 'utf8'), path.endsWith('x') ? 'tsx' : 'ts').map((mutant) => ({
      ...mutant,
      path,
      at: `${relative(src, path)}:${mutant.line}`,
    })),
  );
  return wanted.length === 0
    ? places
    : places.filter(({ at }) => wanted.some((start) => at.startsWith(start)));
}

/** This many of them, in their own order. The same seed gives the same ones. */
function randomOf<T>(all: readonly T[], most: number, seed: number): readonly T[] {
  const drawn = [...all.keys()].sort((a, b) => hash(seed, a) - hash(seed, b)).slice(0, most);
  return drawn.sort((a, b) => a - b).map((index) => all[index] as T);
}

async function mutate(folder: string, places: readonly Place[]): Promise<void> {
  const runner = new MutantRunner(src, [`test/${folder}/`]);
  const counts: Record<Verdict, number> = {
    noticed: 0,
    'noticed elsewhere': 0,
    survived: 0,
    'not measured': 0,
  };
  try {
    for (const test of await runner.start()) console.log(`too slow, left out: ${relative(src, test)}`);
    for (const place of places) {
      const verdict = await runner.judge(place);
      counts[verdict]++;
      if (verdict !== 'noticed') console.log(`${place.at}  ${verdict}: ${place.what}  ${place.before}`);
    }
  } finally {
    await runner.close();
  }
  const elsewhere = counts['noticed elsewhere'];
  const noticed = counts.noticed + elsewhere;
  console.log(
    `${folder}: ${noticed} of ${noticed + counts.survived} noticed (${elsewhere} elsewhere), ${counts['not measured']} not measured`,
  );
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { most: { type: 'string' }, seed: { type: 'string' } },
});
const most = Number(values.most ?? Number.POSITIVE_INFINITY);
const seed = Number(values.seed ?? randomInt(1_000_000));
console.log(`seed ${seed}`);
for (const folder of folders) {
  const places = randomOf(placesOf(folder, positionals), most, seed);
  if (places.length > 0) await mutate(folder, places);
}
