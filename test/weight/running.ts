import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProgram } from '../../src/build/program.ts';
import { build } from '../bench/support/build.ts';
import { isWhole, monitorOf, simulate } from '../bench/support/castwatch.ts';
import { inside } from '../bench/support/inside.ts';
import { pause } from '../bench/support/numbers.ts';
import { Program } from '../bench/support/program.ts';
import type { Figure } from './still.ts';

const probe = join(import.meta.dirname, 'probe.ts');
/** The probe is done by then, ms. */
const PATIENCE = 400_000;

interface Cluster {
  readonly name: string;
  readonly args: readonly string[];
}
const clusters: readonly Cluster[] = [
  { name: 'steady', args: [] },
  { name: 'large', args: ['--servers', '40', '--streams', '3000', '--journal-rate', '20'] },
];

/** What the program allocates, draws, judges, asks and writes. It takes some six minutes. */
export async function runningFigures(): Promise<readonly Figure[]> {
  await build();
  // The calls of functions are counted by their names, which the program itself does not have.
  const named = mkdtempSync(join(tmpdir(), 'castwatch-named-'));
  await buildProgram(named, { minifyIdentifiers: false });
  const [watched, written, asked] = await Promise.all([
    Promise.all(clusters.map((cluster) => watch(cluster, join(named, 'castwatch.js')))),
    inside<{ bytes: number }>('written'),
    inside<{ perMinute: number }>('requests', '12', '60'),
  ]).finally(() => rmSync(named, { recursive: true }));
  return [
    ...watched.flat(),
    { name: 'written to the disk in ten minutes: KB', value: Math.ceil(written.bytes / 1_000), varies: true },
    { name: 'requests a minute', value: Math.ceil(asked.perMinute), varies: true },
  ];
}

/** The monitor in a pseudo-terminal of 120×40, its cluster in another process. */
async function watch({ name, args }: Cluster, bundle: string): Promise<readonly Figure[]> {
  await using cluster = await simulate('--scenario', 'steady', ...args);
  const { file, args: words, env } = monitorOf(bundle, cluster);
  await using program = new Program(
    { file, args: ['--import', probe, ...words], env: { ...env, CASTWATCH_WEIGHT_PROBE: 'weight.json' } },
    true,
  );
  await program.sees(isWhole);
  await program.unwatch();
  const result = join(program.home, 'weight.json');
  for (const from = performance.now(); !existsSync(result); await pause(1_000))
    if (performance.now() - from > PATIENCE) throw new Error(`The probe of ${name} has not ended.`);
  await pause(1_000);
  const { allocated, panes, evaluations } = JSON.parse(readFileSync(result, 'utf8'));
  if (!panes || !evaluations) throw new Error(`${name}: no pane or rule was counted; were they renamed?`);
  return [
    { name: `${name}: MB allocated in three minutes`, value: Math.ceil(allocated / 1e6), varies: true },
    { name: `${name}: panes drawn a minute`, value: panes, varies: true },
    { name: `${name}: evaluations of rules a minute`, value: evaluations, varies: true },
  ];
}
