import type { Plugin } from 'esbuild';

/** What is loaded late or in a place of its own, by the path that asks for it, and the file beside the program that has it. */
const FILES: readonly (readonly [RegExp, string])[] = [
  [/[\\/]cli[\\/]run\.ts$/, './program.js'],
  [/^((\.\.\/)+simulator|\.)\/start\.ts$/, './simulator.js'],
];

/** Packages that only some sessions need, or that the first frame does not. What they export is the file's export of that name. */
export const PACKAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ink: { ink: 'ink', react: 'react', 'react/jsx-runtime': 'jsx' },
  yaml: { yaml: 'yaml' },
  prometheus: { 'prom-client': 'client' },
};

const packages = new Map(
  Object.entries(PACKAGES).flatMap(([file, names]) =>
    Object.entries(names).map(([name, key]) => [name, { file: `./${file}.js`, key }] as const),
  ),
);

/** Leaves to files of their own what belongs there: what is not run need not be read. */
export const ownFiles: Plugin = {
  name: 'own files',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ path, kind }) => {
      const found = FILES.find(([asked]) => asked.test(path));
      return found && kind !== 'entry-point' ? { path: found[1], external: true } : undefined;
    });
    onResolve({ filter: /^[a-z]/ }, ({ path, kind }) =>
      packages.has(path) && kind !== 'entry-point' ? { path, namespace: 'package' } : undefined,
    );
    onResolve({ filter: /^\.\//, namespace: 'package' }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: 'package' }, ({ path }) => {
      const { file, key } = packages.get(path) ?? {};
      return { contents: `module.exports = require(${JSON.stringify(file)}).${key};` };
    });
  },
};
