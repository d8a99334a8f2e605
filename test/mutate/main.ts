import { globSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Mutant, mutantsOf } from './mutators.ts';
import { MutantRunner, type Verdict } from './runner.ts';

/*
 * `npm run mutate -- [WHERE…] [--most N]`: changes one line at a time and runs the tests that import its file, of the
 * folders below. What they do not notice is printed. WHERE is how a place begins: `http`, `http/session.ts`,
 * `http/session.ts:120`. `--most` takes that many changes of each folder, spread evenly.
 */

/** The folders that decide, and the tests that see what they decide. */
const testsOf: Readonly<Record<string, readonly string[]>> = {
  http: ['test/http/'],
  polling: ['test/polling/'],
  cluster: ['test/cluster/', 'test/polling/'],
  triage: ['test/triage/'],
  views: ['test/views/', 'test/ui/screens/'],
  actions: ['test/actions/', 'test/ui/dialogs/', 'test/ui/footer.test.ts'],
  config: ['test/config/', 'test/ui/preferences.test.ts'],
  recording: ['test/recording/'],
  cli: ['test/cli/'],
};

/** What runs in the built program alone: only the tests in `e2e` see it, and they import nothing. */
const builtOnly: ReadonlySet<string> = new Set(['cli/compile-cache.ts', 'cli/demo/worker-file.ts']);

const src = resolve(import.meta.dirname, '../../src');

interface Place extends Mutant {
  readonly path: string;
  /** Such as `http/session.ts:120`. */
  readonly at: string;
}

function placesOf(folder: string, wanted: readonly string[]): Place[] {
  const files = globSync(`${src}/${folder}/**/*.ts`, { exclude: ['**/*.d.ts'] })
    .filter((path) => !builtOnly.has(relative(src, path)))
    .sort();
  const places = files.flatMap((path) =>
    mutantsOf(readFileSync(path, 'utf8')).map((mutant) => ({
      ...mutant,
      path,
      at: `${relative(src, path)}:${mutant.line}`,
    })),
  );
  return wanted.length === 0
    ? places
    : places.filter(({ at }) => wanted.some((start) => at.startsWith(start)));
}

function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)] as T);
}

async function mutate(folder: string, places: readonly Place[]): Promise<void> {
  const runner = new MutantRunner(src, testsOf[folder] ?? []);
  const counts: Record<Verdict, number> = { noticed: 0, survived: 0, 'not measured': 0 };
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
  const measured = counts.noticed + counts.survived;
  const score = ((100 * counts.noticed) / measured).toFixed(0);
  console.log(
    `${folder}: ${counts.noticed} of ${measured} noticed (${score} %), ${counts['not measured']} not measured`,
  );
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { most: { type: 'string' } } });
for (const folder of Object.keys(testsOf)) {
  const places = spread(placesOf(folder, positionals), Number(values.most ?? Number.POSITIVE_INFINITY));
  if (places.length > 0) await mutate(folder, places);
}
