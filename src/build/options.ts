import { resolve } from 'node:path';
import type { BuildOptions } from 'esbuild';

export const root = resolve(import.meta.dirname, '../..');
const src = (path: string) => resolve(root, 'src', path);

/** Options that all builds of the program share. */
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  // Older than the required version: a Node that is too old must be able to parse the file that reports it.
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  // A third of the size, which each start reads. Errors have literal names, so nobody reads those of classes.
  minifyIdentifiers: true,
  // THIRD-PARTY-NOTICES contains the full licenses.
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  define: {
    'process.env.NODE_ENV': '"production"',
    // undici asks for it, and leaves out an experimental parser: 160 kB that each start would read.
    esbuildDetection: 'true',
  },
  // Replacements for packages of which only a part is needed; each file gives its reason.
  alias: {
    'string-width': src('base/lazy-string-width.ts'),
    'undici/lib': resolve(root, 'node_modules/undici/lib'),
    undici: src('http/undici-core.cjs'),
    'yoga-layout': src('ui/terminal/yoga.ts'),
  },
} as const satisfies BuildOptions;

/**
 * CommonJS, because Node loads it in half the time of modules. It also loads each module when it is first needed,
 * so that a Node that is too old reports this before it reaches a module that it does not have.
 */
export const commonJs = {
  ...common,
  format: 'cjs',
  supported: { 'dynamic-import': false },
  banner: {
    js: "var __meta={url:require('node:url').pathToFileURL(__filename).href,dirname:__dirname};",
  },
  define: { ...common.define, 'import.meta': '__meta' },
} as const satisfies BuildOptions;
