import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { manPage } from '../cli/help/man.ts';
import { RELEASE_DATE } from '../cli/help/release-date.ts';
import { VERSION } from '../cli/options/parse-words.ts';
import { snapshotJsonSchema } from '../cli/snapshot/schema.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { noticesOf } from './notices.ts';
import { commonJs, root } from './options.ts';
import { trims } from './trims.ts';
import { withoutSimulator } from './without-simulator.ts';

/** Modules in a file of their own, by the path that imports them, with the name of that file. */
const FILES: readonly (readonly [RegExp, string])[] = [
  [/[\\/]cli[\\/]run\.ts$/, './program.js'],
  [/^((\.\.\/)+simulator|\.)\/start\.ts$/, './simulator.js'],
];

/**
 * Packages that only some sessions need, or that the first frame does not need. Their exports are the export of
 * that name in the file.
 */
const PACKAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ink: { ink: 'ink', react: 'react', 'react/jsx-runtime': 'jsx' },
  yaml: { yaml: 'yaml' },
  mcp: { '@modelcontextprotocol/server': 'server', '@modelcontextprotocol/server/stdio': 'stdio' },
};

const packages = new Map(
  Object.entries(PACKAGES).flatMap(([file, names]) =>
    Object.entries(names).map(([name, key]) => [name, { file: `./${file}.js`, key }] as const),
  ),
);

/** Leaves these modules out of the bundle: code that is not run need not be loaded. */
const ownFiles: Plugin = {
  name: 'own files',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ path, kind }) => {
      const found = FILES.find(([asked]) => asked.test(path));
      return found && kind !== 'entry-point' ? { path: found[1], external: true } : undefined;
    });
    onResolve({ filter: /^[@a-z]/ }, ({ path, kind }) =>
      packages.has(path) && kind !== 'entry-point' ? { path, namespace: 'package' } : undefined,
    );
    onResolve({ filter: /^\.\//, namespace: 'package' }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: 'package' }, ({ path }) => {
      const { file, key } = packages.get(path) ?? {};
      return { contents: `module.exports = require(${JSON.stringify(file)}).${key};` };
    });
  },
};

/** The file with the licenses of all bundled packages. */
export const NOTICES = 'THIRD-PARTY-NOTICES';
/** What is in these files. */
export const BILL = 'castwatch.cdx.json';

interface BuildChoices {
  /** With the simulated cluster, for `demo` and `simulate`. */
  readonly simulator?: boolean;
  /** Without it functions keep their names, for measuring. */
  readonly minifyIdentifiers?: boolean;
}

/**
 * Builds the program in a folder, which is emptied first: `castwatch.js` and the files that it loads. They are few,
 * because each one costs a look-up: code that a start needs is in one file. @returns the contents of each file
 */
export async function buildProgram(
  folder: string,
  { simulator = true, minifyIdentifiers = true }: BuildChoices = {},
): Promise<readonly Metafile[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Below a manifest with "module" these files would be treated as modules.
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
  const files = {
    castwatch: resolve(root, 'src/main.ts'),
    program: resolve(root, 'src/cli/run.ts'),
    ...(simulator && {
      simulator: resolve(root, 'src/simulator/start.ts'),
      'simulator-worker': resolve(root, 'src/simulator/worker.ts'),
    }),
  };
  const built = await Promise.all([
    ...Object.entries(files).map(([name, path]) =>
      build({
        ...commonJs,
        minifyIdentifiers,
        entryPoints: { [name]: path },
        outdir: folder,
        plugins: simulator ? [ownFiles, trims] : [withoutSimulator, ownFiles, trims],
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
  writeFileSync(join(folder, 'snapshot.schema.json'), `${JSON.stringify(snapshotJsonSchema())}\n`);
  writeFileSync(join(folder, 'castwatch.1'), manPage(VERSION, RELEASE_DATE));
  const metafiles = built.map(({ metafile }) => metafile);
  writeFileSync(join(folder, NOTICES), noticesOf(metafiles));
  writeFileSync(join(folder, BILL), billOfMaterials(metafiles));
  return metafiles;
}
