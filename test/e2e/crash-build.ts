import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { commonJs, root } from '../../src/build/options.ts';
import { trims } from '../../src/build/trims.ts';

/** Builds the program with an error of its own (`support/crashing.ts`) into a folder, as `castwatch.js`. */
export async function buildCrashing(folder: string): Promise<void> {
  await build({
    ...commonJs,
    entryPoints: {
      castwatch: join(root, 'test/support/crashing.ts'),
      'simulator-worker': join(root, 'src/simulator/worker.ts'),
    },
    outdir: folder,
    plugins: [trims],
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
}
