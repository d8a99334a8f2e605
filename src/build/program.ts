import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { snapshotJsonSchema } from '../cli/snapshot/schema.ts';
import { compileModuleBodies } from './module-bodies.ts';
import { noticesOf } from './notices.ts';
import { commonJs, root } from './options.ts';
import { ownFiles, PACKAGES } from './own-files.ts';
import { trims } from './trims.ts';

/** The file beside the program with the licenses of what is bundled. */
export const NOTICES = 'THIRD-PARTY-NOTICES';

/**
 * Builds the program into a folder that is emptied first: `castwatch.js` and what it loads. Few files, because each one
 * costs a look-up: what belongs together at a start is in one.
 * @returns what went into each file
 */
export async function buildProgram(folder: string): Promise<readonly Metafile[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Beside a manifest that says "module" these files would be taken for modules.
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
  const files = {
    castwatch: resolve(root, 'src/main.ts'),
    program: resolve(root, 'src/cli/run.ts'),
    simulator: resolve(root, 'src/simulator/start.ts'),
    'simulator-worker': resolve(root, 'src/simulator/worker.ts'),
  };
  const built = await Promise.all([
    ...Object.entries(files).map(([name, path]) =>
      build({
        ...commonJs,
        entryPoints: { [name]: path },
        outdir: folder,
        plugins: [ownFiles, trims],
      }),
    ),
    ...Object.entries(PACKAGES).map(([file, names]) =>
      build({
        ...commonJs,
        stdin: {
          contents: Object.entries(names)
            .map(([name, key]) => `export * as ${key} from ${JSON.stringify(name)};`)
            .join('\n'),
          resolveDir: root,
        },
        outfile: join(folder, `${file}.js`),
        plugins: [trims],
      }),
    ),
  ]);
  writeFileSync(join(folder, 'snapshot.schema.json'), `${JSON.stringify(snapshotJsonSchema(), null, 2)}\n`);
  const metafiles = built.map(({ metafile }) => metafile);
  const outputs = metafiles.flatMap((metafile) => Object.keys(metafile.outputs));
  await Promise.all(outputs.map((path) => compileModuleBodies(resolve(root, path))));
  writeFileSync(join(folder, NOTICES), noticesOf(metafiles));
  return metafiles;
}
