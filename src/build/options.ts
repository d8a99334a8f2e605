import { resolve } from 'node:path';
import type { BuildOptions } from 'esbuild';

export const root = resolve(import.meta.dirname, '../..');
const src = (path: string) => resolve(root, 'src', path);

/** What all builds of the program have in common. */
export const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': '"production"' },
  // Parts of packages instead of the whole; each file says which and why.
  alias: {
    'string-width': src('base/lazy-string-width.ts'),
    zod: src('protocol/zod-core.ts'),
    undici: src('http/undici-core.ts'),
    'yoga-layout': src('ui/terminal/yoga.ts'),
  },
} as const satisfies BuildOptions;
