import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { noticesOf } from './notices.ts';
import { commonJs } from './options.ts';
import { trims } from './trims.ts';

/**
 * Builds the whole program as one file with its notices. `startWorker`: code that starts the simulator's thread. Returns
 * what the file is made of.
 */
export async function buildOneFile(outfile: string, startWorker: string): Promise<Metafile> {
  const oneFile: Plugin = {
    name: 'one file',
    setup({ onLoad }) {
      onLoad({ filter: /demo[/\\]start-worker\.ts$/ }, () => ({ contents: startWorker }));
    },
  };
  const { metafile } = await build({
    ...commonJs,
    entryPoints: [resolve(import.meta.dirname, 'single-entry.ts')],
    outfile,
    plugins: [trims, oneFile],
  });
  appendFileSync(outfile, `/*\n${noticesOf([metafile]).replaceAll('*/', '* /')}*/\n`);
  return metafile;
}
