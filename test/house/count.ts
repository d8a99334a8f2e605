import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countSources, MOST_PARAMETERS, shared } from './sources.ts';

/*
 * `npm run house [-- FOLDER] [-- --names]`: the size and shape of the source code, one figure a line, to compare before and
 * after a change of structure. FOLDER is the root of a checkout; without it, this one is counted. `--names` lists the places
 * of functions with many parameters and of nested conditional expressions, and the small files with one importer.
 */

/** A file with this many lines or fewer could be part of the only file that imports it. */
const SMALL = { from: 14, to: 40 };
const LARGEST_SHOWN = 8;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { names: { type: 'boolean' } },
});
const root = resolve(positionals[0] ?? resolve(import.meta.dirname, '../..'));
const files = countSources(root);
const importers = new Map<string, number>();
for (const { imports } of files)
  for (const path of imports) importers.set(path, (importers.get(path) ?? 0) + 1);
const once = files.filter(({ path }) => importers.get(path) === 1);
const small = once.filter(({ lines }) => lines >= SMALL.from && lines <= SMALL.to);
const lines = files.reduce((sum, file) => sum + file.lines, 0);
const functions = files.flatMap((file) => file.functions);
const exported = files.flatMap((file) => file.exported);
const largest = files.toSorted((a, b) => b.lines - a.lines).slice(0, LARGEST_SHOWN);

const figures: readonly (readonly [string, string | number])[] = [
  ['files', files.length],
  ['lines', lines],
  ['lines a file', (lines / files.length).toFixed(1)],
  [
    `functions with more than ${MOST_PARAMETERS} parameters`,
    files.flatMap((file) => file.manyParameters).length,
  ],
  ['conditional expressions inside others', files.flatMap((file) => file.nestedConditionals).length],
  ['functions at the top level', functions.length],
  ['… whose name another one has', shared(functions)],
  ['… exported, whose name another exported one has', shared(exported)],
  ['files with one importer', once.length],
  [`… of ${SMALL.from} to ${SMALL.to} lines`, small.length],
];
for (const [name, value] of figures) console.log(`${String(value).padStart(7)}  ${name}`);
for (const file of largest) console.log(`${String(file.lines).padStart(7)}  ${file.path}`);
if (values.names) {
  for (const at of files.flatMap((file) => [...file.manyParameters, ...file.nestedConditionals]))
    console.log(at);
  for (const { path } of small) console.log(path);
}
