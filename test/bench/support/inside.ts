import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { workshop } from './build.ts';

const run = promisify(execFile);
const outdir = join(workshop, 'inside');
let built: Promise<unknown> | undefined;

/**
 * Runs a measurement of `inside/` in a process of its own, on parts of the program instead of the whole, and returns
 * its result. Only our files are bundled; packages are loaded as they are.
 */
export async function inside<T>(name: string, ...args: string[]): Promise<T> {
  mkdirSync(workshop, { recursive: true });
  built ??= build({
    entryPoints: [import.meta.resolve('../inside/main.ts').replace('file://', '')],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    jsx: 'automatic',
  });
  await built;
  const { stdout } = await run(process.execPath, ['--expose-gc', join(outdir, 'main.mjs'), name, ...args], {
    env: { ...process.env, NODE_ENV: 'production' },
    maxBuffer: 1 << 20,
  });
  return JSON.parse(stdout) as T;
}
