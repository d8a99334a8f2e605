import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { parseSync } from 'vite';

/** What the syntax tree of a source file contains. */

/** A function with more parameters than this is hard to call correctly. */
export const MOST_PARAMETERS = 4;

interface Node {
  readonly type: string;
  readonly params?: readonly Node[];
  readonly id?: { readonly name: string } | null;
  readonly init?: Node | null;
  readonly declaration?: Node | null;
  readonly declarations?: readonly Node[];
  readonly source?: { readonly value: string } | null;
  readonly cases?: readonly { readonly test: Node | null }[];
  readonly start: number;
}

export interface Counted {
  readonly path: string;
  readonly lines: number;
  /** Names of top-level functions. */
  readonly functions: readonly string[];
  readonly exported: readonly string[];
  /** `path:line` of functions with too many parameters, and of conditional expressions inside others. */
  readonly manyParameters: readonly string[];
  readonly nestedConditionals: readonly string[];
  /** `path:line` of switches without any case but the default. */
  readonly emptySwitches: readonly string[];
  /** Paths of the files that it imports. */
  readonly imports: ReadonlySet<string>;
}

const isFunction = (node: Node | null | undefined) =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node?.type ?? '');

/** Names of the functions that a top-level statement declares. */
function declared(statement: Node): string[] {
  const inner = statement.declaration ?? statement;
  if (isFunction(inner)) return inner.id ? [inner.id.name] : [];
  return (inner.declarations ?? []).flatMap(({ id, init }) =>
    isFunction(init) && id?.name ? [id.name] : [],
  );
}

/** Calls `visit` for each node below `value`, with its parent node. */
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
  const emptySwitches: string[] = [];
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
    if (node.type === 'SwitchStatement' && node.cases?.every(({ test }) => test === null)) {
      emptySwitches.push(at());
    }
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
    emptySwitches,
    imports,
  };
}

/** How many of the names are used in more than one place. */
export function shared(names: readonly string[]): number {
  const places = new Map<string, number>();
  for (const name of names) places.set(name, (places.get(name) ?? 0) + 1);
  return names.filter((name) => (places.get(name) ?? 0) > 1).length;
}

/** Every source file below `root`, counted, in order of the paths. */
export function countSources(root: string): Counted[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: root })
    .sort()
    .map((path) => count(root, path));
}
