import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** "Who may know whom" (`src/README.md`). A folder always knows itself and `base`. */
const MAY_KNOW: Readonly<Record<string, readonly string[]>> = {
  base: [],
  protocol: [],
  http: ['protocol'],
  cluster: ['protocol'],
  polling: ['http', 'cluster', 'protocol'],
  triage: ['cluster', 'protocol'],
  views: ['cluster', 'history', 'protocol', 'triage'],
  history: ['cluster', 'protocol', 'triage'],
  actions: ['http', 'polling', 'cluster', 'triage', 'protocol', 'config'],
  session: [
    'actions',
    'cluster',
    'config',
    'history',
    'http',
    'polling',
    'protocol',
    'recording',
    'triage',
    'views',
  ],
  ui: ['views', 'triage', 'actions', 'cluster', 'protocol'],
  config: ['protocol'],
  recording: ['http', 'protocol'],
  simulator: ['protocol'],
  cli: [
    'actions',
    'cluster',
    'config',
    'history',
    'http',
    'polling',
    'protocol',
    'recording',
    'session',
    'simulator',
    'triage',
    'ui',
    'views',
  ],
  build: ['main.ts', 'simulator'],
  'main.ts': ['cli'],
};

/** The simulator checks the contract on its own: of `protocol` it may take constants, never a parser. */
const SIMULATOR_MAY_TAKE = /^protocol\/[a-z]+\.ts$/;
const PARSERS = /Schema\b|\bread\b|\bendpoints\b/;

const src = resolve(import.meta.dirname, '../src');

interface Import {
  readonly file: string;
  readonly target: string;
  readonly clause: string;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(src, file), 'utf8');
  const found: Import[] = [];
  for (const match of text.matchAll(
    /(?:import|export)\s([^'"();]*?)from\s*'(\.[^']*)'|import\(\s*'(\.[^']*)'\s*\)/g,
  )) {
    const path = (match[2] ?? match[3] ?? '').replace(/\.js$/, '.ts');
    found.push({ file, clause: match[1] ?? '', target: relative(src, resolve(src, dirname(file), path)) });
  }
  return found;
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
// Outside are the manifest, for the version, and the parts of packages that the bundle takes instead of the whole.
const all = files
  .flatMap(importsOf)
  .filter(({ target }) => target !== '../package.json' && !target.startsWith('../node_modules/'));
const folder = (path: string) => path.split('/')[0] ?? path;

test('every folder of the house has its rule', () => {
  expect([...new Set(files.map(folder))].filter((name) => !(name in MAY_KNOW))).toEqual([]);
});

test('nobody knows more than the house allows', () => {
  const strangers = all.filter(({ file, target }) => {
    const [from, to] = [folder(file), folder(target)];
    return from !== to && to !== 'base' && !MAY_KNOW[from]?.includes(to);
  });
  expect(strangers.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
});

test('the simulator takes no parser of the client', () => {
  const parsers = all.filter(
    ({ file, target, clause }) =>
      folder(file) === 'simulator' &&
      folder(target) === 'protocol' &&
      (!SIMULATOR_MAY_TAKE.test(target) || PARSERS.test(clause)),
  );
  expect(parsers.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
});

test('every import between files leads to a file', () => {
  const known = new Set(files);
  const lost = all.filter(({ target }) => !known.has(target));
  expect(lost.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
});

test('no file reaches itself through its imports', () => {
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
