import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect } from 'vitest';
import { commonJs, root } from '../../src/build/options.ts';
import { trims } from '../../src/build/trims.ts';
import { eventually } from '../support/eventually.ts';

const folder = join(tmpdir(), 'crashing');
const mark = join(folder, 'package.json');

/** The program with an error of its own (`support/crashing.ts`), built once for all workers of a run. */
export async function crashingProgram(): Promise<string> {
  const isFirst = mkdirSync(folder, { recursive: true }) !== undefined;
  if (isFirst) await buildInto();
  else await eventually(() => expect(existsSync(mark)).toBe(true));
  return join(folder, 'castwatch.js');
}

async function buildInto(): Promise<void> {
  await build({
    ...commonJs,
    entryPoints: {
      castwatch: join(root, 'test/support/crashing.ts'),
      'simulator-worker': join(root, 'src/simulator/worker.ts'),
    },
    outdir: folder,
    plugins: [trims],
  });
  writeFileSync(mark, '{"type":"commonjs"}');
}
