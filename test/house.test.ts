import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

interface Node {
  readonly type: string;
  readonly id?: { readonly name: string } | null;
  readonly init?: Node | null;
  readonly declaration?: Node | null;
  readonly declarations?: readonly Node[];
}

const root = resolve(import.meta.dirname, '..');
const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((path) => {
  const text = readFileSync(resolve(root, path), 'utf8');
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  return { path, text, body: program.body as unknown as readonly Node[] };
});

const isFunction = (node: Node | null | undefined) =>
  /^(FunctionDeclaration|ArrowFunctionExpression|FunctionExpression)$/.test(node?.type ?? '');

/** Names of the functions that a top-level statement exports. */
function exportedBy({ type, declaration }: Node): string[] {
  if (type !== 'ExportNamedDeclaration' || !declaration) return [];
  const inner = isFunction(declaration) ? [declaration] : (declaration.declarations ?? []);
  return inner.flatMap((one) => (isFunction(one.init ?? one) && one.id ? [one.id.name] : []));
}

test('exported functions have distinct names', () => {
  const all = files.flatMap(({ path, body }) => body.flatMap(exportedBy).map((name) => ({ name, path })));
  expect(all.length).toBeGreaterThan(1_000);
  const shared = [...Map.groupBy(all, ({ name }) => name)].filter(([, places]) => places.length > 1);
  expect(shared.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`)).toEqual([]);
});

test('no switch has only a default', () => {
  const empty = files.filter(({ text }) => /\bswitch \(.*\) \{\s*(\/\/.*\s*)*(?:default:|\})/.test(text));
  expect(empty.map(({ path }) => path)).toEqual([]);
});
