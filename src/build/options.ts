import { resolve } from 'node:path';
import type { BuildOptions } from 'esbuild';

export const root = resolve(import.meta.dirname, '../..');
const src = (path: string) => resolve(root, 'src', path);

/** What all builds of the program have in common. */
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  // Older than what it runs on: a Node that is too old must be able to read the file that says so.
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  // The licenses are in THIRD-PARTY-NOTICES, whole.
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': '"production"' },
  // Parts of packages instead of the whole; each file says which and why.
  alias: {
    'string-width': src('base/lazy-string-width.ts'),
    'undici/lib': resolve(root, 'node_modules/undici/lib'),
    undici: src('http/undici-core.ts'),
    'yoga-layout': src('ui/terminal/yoga.ts'),
  },
} as const satisfies BuildOptions;

/**
 * CommonJS, because Node reads that in half the time of modules. It also loads each module where it is first needed, so
 * that a Node which is too old comes to say so before it meets a module that it does not know.
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
