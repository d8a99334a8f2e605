import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { snapshotJsonSchema } from '../cli/snapshot/schema.ts';
import { noticesOf } from './notices.ts';
import { commonJs, root } from './options.ts';
import { trims } from './trims.ts';

/** What is loaded late or in a place of its own, by the path that asks for it, and the file beside the program that has it. */
const FILES: readonly (readonly [RegExp, string])[] = [
  [/[\\/]cli[\\/]run\.ts$/, './program.js'],
  [/^((\.\.\/)+simulator|\.)\/start\.ts$/, './simulator.js'],
];

/** Packages that only some sessions need, or that the first frame does not. What they export is the file's export of that name. */
const PACKAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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
const ownFiles: Plugin = {
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

/** The file beside the program with the licenses of what is bundled. */
export const NOTICES = 'THIRD-PARTY-NOTICES';

/**
 * Builds the program into a folder that is emptied first: `castwatch.js` and what it loads. Few files, because each one
 * costs a look-up: what belongs together at a start is in one.
 * @returns what went into each file
 */
export async function buildProgram(folder: string): Promise<readonly Metafile[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Beside a manifest that says "module" these files would be taken for modules.
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
  const files = {
    castwatch: resolve(root, 'src/main.ts'),
    program: resolve(root, 'src/cli/run.ts'),
    simulator: resolve(root, 'src/simulator/start.ts'),
    'simulator-worker': resolve(root, 'src/simulator/worker.ts'),
  };
  const built = await Promise.all([
    ...Object.entries(files).map(([name, path]) =>
      build({
        ...commonJs,
        entryPoints: { [name]: path },
        outdir: folder,
        plugins: [ownFiles, trims],
      }),
    ),
    ...Object.entries(PACKAGES).map(([file, names]) =>
      build({
        ...commonJs,
        stdin: {
          contents: Object.entries(names)
            .map(([name, key]) => `export * as ${key} from ${JSON.stringify(name)};`)
            .join('\n'),
          resolveDir: root,
        },
        outfile: join(folder, `${file}.js`),
        plugins: [trims],
      }),
    ),
  ]);
  writeFileSync(join(folder, 'snapshot.schema.json'), `${JSON.stringify(snapshotJsonSchema(), null, 2)}\n`);
  const metafiles = built.map(({ metafile }) => metafile);
  writeFileSync(join(folder, NOTICES), noticesOf(metafiles));
  return metafiles;
}
