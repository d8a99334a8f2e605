import { appendFileSync, chmodSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { noticesOf } from './notices.ts';
import { commonJs, root } from './options.ts';
import { trims } from './trims.ts';

/** The simulator's thread runs this same file. */
const oneFile: Plugin = {
  name: 'one file',
  setup({ onLoad }) {
    onLoad({ filter: /worker-file\.ts$/ }, () => ({
      contents: 'export const workerFile = new URL(import.meta.url);',
    }));
  },
};

/** `npm run build:single`: the whole program as one file, for `scp`. `node src/build/single.ts [FILE]`. */
const outfile = resolve(process.argv[2] ?? resolve(root, 'dist-single/castwatch.cjs'));
const { metafile } = await build({
  ...commonJs,
  entryPoints: [resolve(import.meta.dirname, 'single-entry.ts')],
  outfile,
  plugins: [trims, oneFile],
});
appendFileSync(outfile, `/*\n${noticesOf([metafile]).replaceAll('*/', '* /')}*/\n`);
chmodSync(outfile, 0o755);
