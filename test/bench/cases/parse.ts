import { execFile } from 'node:child_process';
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundle } from '../support/build.ts';
import { median, ms, times } from '../support/numbers.ts';
import type { Bench } from '../support/row.ts';

const run = promisify(execFile);
const probe = join(import.meta.dirname, '../support/parse-probe.ts');
const ROUNDS = 3;

/** Whether the program makes its process slower at parsing: flags of V8 that save memory did so by a factor of 17. */
export const parse: Bench = {
  name: 'parse',
  async run() {
    const own: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await parsing('-e', 'setInterval(() => {}, 1_000)'));
      own.push(await parsing(bundle, 'simulate'));
    }
    const ratio = median(own) / median(bare);
    return [
      {
        what: '`JSON.parse` of 24 MB in the process of the program',
        goal: '≤ 1.5× the same in a bare Node',
        figure: `${times(ratio)} (${ms(median(own))} against ${ms(median(bare))})`,
        met: ratio <= 1.5,
      },
    ];
  },
};

/** Time of parsing in a process with these arguments, ms. */
async function parsing(...args: string[]): Promise<number> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'castwatch-bench-'));
  const file = join(folder.path, 'ms');
  const env = { ...process.env, CASTWATCH_BENCH_PROBE: file };
  await run(process.execPath, ['--import', probe, ...args], { env });
  return JSON.parse(readFileSync(file, 'utf8'));
}
