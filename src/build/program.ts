import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { lateBuiltins } from './late-builtins.ts';
import { common, root } from './options.ts';
import { ownFiles, PACKAGES } from './own-files.ts';
import { trims } from './trims.ts';

const META = "var __meta={url:require('node:url').pathToFileURL(__filename).href};";

/**
 * CommonJS, because Node reads that in half the time of modules; and few files, because each one costs a look-up.
 * What belongs together at a start is in one.
 */
const files: BuildOptions = {
  ...common,
  format: 'cjs',
  supported: { 'dynamic-import': false },
};

/**
 * Builds the program into a folder that is emptied first: `castwatch.js` and what it loads.
 * @param entry instead of `src/main.ts`, for tests that need a program with a fault
 */
export async function buildProgram(folder: string, entry = resolve(root, 'src/main.ts')): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Beside a manifest that says "module" these files would be taken for modules.
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
  const own = { ...files, outdir: folder };
  await Promise.all([
    build({
      ...own,
      entryPoints: { castwatch: entry },
      define: { ...common.define, 'import.meta.dirname': '__dirname' },
      plugins: [ownFiles],
    }),
    build({
      ...own,
      entryPoints: { program: resolve(root, 'src/cli/run.ts') },
      banner: { js: META },
      define: { ...common.define, 'import.meta': '__meta' },
      plugins: [ownFiles, trims, lateBuiltins],
    }),
    build({ ...own, entryPoints: { zod: resolve(root, 'src/protocol/zod-members.ts') } }),
    build({
      ...own,
      entryPoints: { simulator: resolve(root, 'src/simulator/start.ts') },
      plugins: [lateBuiltins],
    }),
    build({
      ...own,
      entryPoints: { 'simulator-worker': resolve(root, 'src/simulator/worker.ts') },
      plugins: [ownFiles],
    }),
    ...Object.entries(PACKAGES).map(([file, names]) =>
      build({
        ...own,
        stdin: {
          contents: Object.entries(names)
            .map(([name, key]) => `export * as ${key} from ${JSON.stringify(name)};`)
            .join('\n'),
          resolveDir: root,
        },
        outdir: undefined,
        outfile: join(folder, `${file}.js`),
        plugins: [trims, lateBuiltins],
      } as BuildOptions),
    ),
  ]);
  for (const name of readdirSync(folder)) assertAscii(join(folder, name));
}

/** One other sign, and V8 keeps the text of a file in twice the memory. */
function assertAscii(path: string): void {
  const text = readFileSync(path, 'utf8');
  const at = text.search(/[^\0-\x7f]/);
  if (at < 0) return;
  const around = text.slice(Math.max(0, at - 30), at + 10);
  throw new Error(
    `${path} is not ASCII: write the sign in “${around}” as \\u…, esbuild leaves it in regular expressions`,
  );
}
