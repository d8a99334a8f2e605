import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Builds the program with a fault of its own (`support/crashing.ts`) into a folder, as `castwatch.js`. */
export async function buildCrashing(folder: string): Promise<void> {
  const root = join(import.meta.dirname, '../..');
  await build({
    entryPoints: {
      castwatch: join(root, 'test/support/crashing.ts'),
      'simulator-worker': join(root, 'src/simulator/worker.ts'),
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    define: { 'process.env.NODE_ENV': '"production"' },
    alias: { 'react-devtools-core': join(root, 'src/ui/terminal/no-devtools.ts') },
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
}
