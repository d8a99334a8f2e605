import { join, resolve } from 'node:path';
import { build as bundleFile } from 'esbuild';
import { commonJs } from '../../../src/build/options.ts';
import { buildProgram } from '../../../src/build/program.ts';
import { trims } from '../../../src/build/trims.ts';

const root = resolve(import.meta.dirname, '../../..');
/** Everything that the bench builds; inside node_modules, so that packages are found and git ignores it. */
export const workshop = join(root, 'node_modules', '.cache', 'castwatch-bench');
const dist = join(workshop, 'dist');
/** Homes of the programs: each has its own, and from the second start on its code is compiled already. */
export const cache = join(workshop, 'cache');
/** The program as `npm run build` makes it, in a place that other builds do not touch. */
export const bundle = join(dist, 'castwatch.js');

/** `bare-poller.ts` in one file, with undici as it comes. */
export const barePoller = join(workshop, 'bare-poller.cjs');

/** `bare-ink.tsx` in one file, bundled as the program is. */
export const bareInk = join(workshop, 'bare-ink.cjs');

export async function build(): Promise<void> {
  await buildProgram(dist);
  await bundleFile({
    ...commonJs,
    entryPoints: [join(import.meta.dirname, 'bare-ink.tsx')],
    outfile: bareInk,
    jsx: 'automatic',
    plugins: [trims],
  });
  const source = join(import.meta.dirname, 'bare-poller.ts');
  await bundleFile({ ...commonJs, entryPoints: [source], outfile: barePoller, alias: {} });
}
