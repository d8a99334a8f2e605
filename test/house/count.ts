import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseSync } from 'vite';

/*
 * `npm run house [-- FOLDER] [-- --names]`: the size and shape of the source code, one figure a line, to compare before and
 * after a change of structure. FOLDER is the root of a checkout; without it, this one is counted. `--names` lists the places
 * of functions with many parameters and of nested conditional expressions, and the small files with one importer.
 */

/** More parameters than this are hard to call right. */
const MOST_PARAMETERS = 4;
/** Lines of a file that could be a part of the only file that imports it. */
const SMALL = { from: 14, to: 40 };
const LARGEST_SHOWN = 8;

interface Node {
  readonly type: string;
  readonly params?: readonly Node[];
  readonly id?: { readonly name: string } | null;
  readonly init?: Node | null;
  readonly declaration?: Node | null;
  readonly declarations?: readonly Node[];
  readonly source?: { readonly value: string } | null;
  readonly start: number;
}

interface Counted {
  readonly path: string;
  readonly lines: number;
  /** Names of functions at the top level. */
  readonly functions: readonly string[];
  readonly exported: readonly string[];
  /** `path:line` of functions with too many parameters, and of conditional expressions inside others. */
  readonly manyParameters: readonly string[];
  readonly nestedConditionals: readonly string[];
  /** Files that it imports, by path. */
  readonly imports: ReadonlySet<string>;
}

const isFunction = (node: Node | null | undefined) =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node?.type ?? '');

/** Names of the functions that a statement of the top level declares. */
function declared(statement: Node): string[] {
  const inner = statement.declaration ?? statement;
  if (isFunction(inner)) return inner.id ? [inner.id.name] : [];
  return (inner.declarations ?? []).flatMap(({ id, init }) =>
    isFunction(init) && id?.name ? [id.name] : [],
  );
}

/** Calls `visit` for each node below `value`, with the node that it is a part of. */
function walk(value: unknown, visit: (node: Node, parent?: Node) => void, parent?: Node): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit, parent);
  else if (typeof value === 'object' && value !== null) {
    const node = 'type' in value ? (value as Node) : undefined;
    if (node) visit(node, parent);
    for (const each of Object.values(value)) walk(each, visit, node ?? parent);
  }
}

function count(root: string, path: string): Counted {
  const text = readFileSync(resolve(root, path), 'utf8');
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const manyParameters: string[] = [];
  const nestedConditionals: string[] = [];
  const imports = new Set<string>();
  const follow = (specifier: unknown) => {
    if (typeof specifier === 'string' && specifier.startsWith('.')) {
      imports.add(relative(root, resolve(root, dirname(path), specifier.replace(/\.js$/, '.ts'))));
    }
  };
  walk(program.body, (node, parent) => {
    const at = () => `${path}:${text.slice(0, node.start).split('\n').length}`;
    if (isFunction(node) && (node.params?.length ?? 0) > MOST_PARAMETERS) manyParameters.push(at());
    if (node.type === 'ConditionalExpression' && parent?.type === node.type) nestedConditionals.push(at());
    if (/^(Import|Export\w*)(Declaration|Expression)$/.test(node.type)) follow(node.source?.value);
  });
  const body = program.body as unknown as readonly Node[];
  return {
    path,
    lines: text.split('\n').length - 1,
    functions: body.flatMap(declared),
    exported: body.filter(({ type }) => type === 'ExportNamedDeclaration').flatMap(declared),
    manyParameters,
    nestedConditionals,
    imports,
  };
}

/** How many of the names stand in more than one place. */
function shared(names: readonly string[]): number {
  const places = new Map<string, number>();
  for (const name of names) places.set(name, (places.get(name) ?? 0) + 1);
  return names.filter((name) => (places.get(name) ?? 0) > 1).length;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { names: { type: 'boolean' } },
});
const root = resolve(positionals[0] ?? resolve(import.meta.dirname, '../..'));
const paths = globSync('src/**/*.{ts,tsx}', { cwd: root }).sort();
const files = paths.map((path) => count(root, path));
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
