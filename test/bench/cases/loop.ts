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
  await using cluster = await simulate('--scenario', scenario);
  const { file, args, env } = monitor(cluster);
  await using program = new Program(
    { file, args: ['--import', probe, ...args], env: { ...env, CASTWATCH_BENCH_PROBE: 'delay' } },
    true,
  );
  await program.sees(isWhole);
  await pause(WINDOW);
  await program.quit();
  return JSON.parse(readFileSync(join(program.home, 'delay'), 'utf8'));
}
