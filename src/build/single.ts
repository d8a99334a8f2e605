import { chmodSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import manifest from '../../package.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../..');

/** What stands for what, as the line that builds the package says it. */
const alias = Object.fromEntries(
  [...manifest.scripts.build.matchAll(/--alias:(\S+)=(\S+)/g)].map(([, from, to]) => [from, to]),
);

/**
 * Node's own modules are asked for when they are needed: an import that an old Node does not know would fail before
 * the program can say which Node it needs.
 */
const lateBuiltins: Plugin = {
  name: 'late builtins',
  setup({ onLoad, onResolve }) {
    const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
    onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === 'import-statement' && builtins.has(path) ? { path, namespace: 'builtin' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
      loader: 'js',
    }));
  },
};

/** The simulator's thread runs this very file. */
const ownThread: Plugin = {
  name: 'own thread',
  setup({ onLoad }) {
    onLoad({ filter: /cli[\\/]worker-file\.ts$/ }, () => ({
      contents: 'export const workerFile = new URL(import.meta.url);',
    }));
  },
};

/** The whole program as one file, for `scp`: `node src/build/single.ts [FILE]`. */
const outfile = resolve(process.argv[2] ?? resolve(root, 'dist-single/castwatch.mjs'));
await build({
  entryPoints: [resolve(import.meta.dirname, 'single-entry.ts')],
  absWorkingDir: root,
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
  alias,
  banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  plugins: [lateBuiltins, ownThread],
  logLevel: 'warning',
});
chmodSync(outfile, 0o755);
