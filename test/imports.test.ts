import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** The simulator checks the contract on its own: of `protocol` it may take constants, never a parser. */
const SIMULATOR_MAY_TAKE = /^protocol\/[a-z]+\.ts$/;
const PARSERS = /Schema\b|\bread\b|\bendpoints\b/;

const src = resolve(import.meta.dirname, '../src');

/** The second column of the table in `src/README.md`. A folder may always import itself and `base`. */
const mayImport: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...readFileSync(join(src, 'README.md'), 'utf8').matchAll(/^\| `([\w.]+)\/?` \| (.*?) \|/gm)].map(
    ([, name = '', allowed = '']) => [
      name,
      [...allowed.matchAll(/`([\w.]+)`/g)].map(([, other = '']) => other),
    ],
  ),
);

interface Import {
  readonly file: string;
  readonly target: string;
  readonly clause: string;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(src, file), 'utf8');
  const imports = /(?:import|export)\s([^'"();]*?)from\s*'(\.[^']*)'|import\(\s*'(\.[^']*)'\s*\)/g;
  return [...text.matchAll(imports)].map(([, clause = '', from, lazily = '']) => {
    const path = (from ?? lazily).replace(/\.js$/, '.ts');
    return { file, clause, target: relative(src, resolve(src, dirname(file), path)) };
  });
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
// Outside are the manifest, for show the version, and the parts of packages that the bundle takes instead of the whole.
const all = files
  .flatMap(importsOf)
  .filter(({ target }) => target !== '../package.json' && !target.startsWith('../node_modules/'));
const folder = (path: string) => path.split('/')[0] ?? path;

test('the table of folders in src/README.md names every folder and no other', () => {
  expect(Object.keys(mayImport).sort()).toEqual([...new Set(files.map(folder))].sort());
});

interface Way extends Import {
  /** Folders. */
  readonly from: string;
  readonly to: string;
}
test.each<[string, (way: Way) => boolean]>([
  [
    'no folder imports more than the table allows',
    ({ from, to }) => from !== to && to !== 'base' && !mayImport[from]?.includes(to),
  ],
  [
    'nobody imports from triage/rules but triage',
    ({ from, target }) => target.startsWith('triage/rules/') && from !== 'triage',
  ],
  [
    'the simulator imports no parser of the client',
    ({ from, to, target, clause }) =>
      from === 'simulator' && to === 'protocol' && (!SIMULATOR_MAY_TAKE.test(target) || PARSERS.test(clause)),
  ],
])('%s', (_title, isWrong) => {
  const wrong = all.filter((one) => isWrong({ ...one, from: folder(one.file), to: folder(one.target) }));
  expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
});

test('zod is imported as a namespace, because an import of its `z` adds all 450 KB of it to the bundle', () => {
  const named = files.filter((file) =>
    /import \{[^}]*\} from 'zod'/.test(readFileSync(join(src, file), 'utf8')),
  );
  expect(named).toEqual([]);
});

test('no file imports itself through others', () => {
  const targets = new Map(files.map((file) => [file, new Set<string>()]));
  for (const { file, target } of all) targets.get(file)?.add(target);
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]) => {
    const at = path.indexOf(file);
    if (at >= 0) circles.push([...path.slice(at), file].join(' → '));
    if (at >= 0 || done.has(file)) return;
    for (const target of targets.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
  expect(circles).toEqual([]);
});
