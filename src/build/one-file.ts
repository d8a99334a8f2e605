import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { noticesOf } from './notices.ts';
import { commonJs } from './options.ts';
import { trims } from './trims.ts';
import { withoutSimulator } from './without-simulator.ts';

/** Builds the program, without the simulated cluster, as one file with its notices. Returns what the file is made of. */
export async function buildOneFile(outfile: string): Promise<Metafile> {
  const { metafile } = await build({
    ...commonJs,
    entryPoints: [resolve(import.meta.dirname, '../main.ts')],
    outfile,
    plugins: [trims, withoutSimulator],
  });
  appendFileSync(outfile, `/*\n${noticesOf([metafile]).replaceAll('*/', '* /')}*/\n`);
  return metafile;
}
