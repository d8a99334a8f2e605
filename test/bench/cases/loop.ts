import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWhole, monitor, simulate } from '../support/castwatch.ts';
import { ms, pause } from '../support/numbers.ts';
import { Program } from '../support/program.ts';
import type { Bench } from '../support/row.ts';

const probe = join(import.meta.dirname, '../support/probe.ts');
const WINDOW = 30_000;

/** How long the event loop of the real program is blocked. */
export const loop: Bench = {
  name: 'loop',
  async run() {
    const rest = await watch('steady');
    const huge = await watch('huge');
    return [
      {
        what: 'event loop, longest block while polling `huge`',
        goal: '≤ 50 ms',
        figure: ms(huge.max),
        met: huge.max <= 50,
      },
      {
        what: 'event loop at rest, p99 of its delay',
        goal: '≤ 1 ms',
        figure: `${rest.p99.toFixed(2)} ms (longest ${ms(rest.max)})`,
        met: rest.p99 <= 1,
      },
    ];
  },
};

async function watch(scenario: string): Promise<{ p99: number; max: number }> {
  const cluster = await simulate('--scenario', scenario);
  const { file, args, env } = monitor(cluster);
  const program = new Program(
    { file, args: ['--import', probe, ...args], env: { ...env, CASTWATCH_BENCH_PROBE: 'delay' } },
    true,
  );
  try {
    await program.sees(isWhole);
    await pause(WINDOW);
    const result = join(program.home, 'delay');
    program.pty.write('q');
    await program.gone();
    return JSON.parse(readFileSync(result, 'utf8'));
  } finally {
    await program.end();
    await cluster.end();
  }
}
