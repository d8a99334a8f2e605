import { isWhole, monitor, simulate } from '../support/castwatch.ts';
import { median, ms, pause } from '../support/numbers.ts';
import { Program } from '../support/program.ts';
import type { Bench } from '../support/row.ts';

/** The slowest polling there is: between two polls nothing changes but the clock. */
const SLOWEST = '64';
const SETTLE = 12_000;
const WINDOW = 20_000;
/** A resize is complete when no bytes came for this long, ms. */
const SILENT = 200;
const SIZES = [
  [90, 30],
  [160, 50],
  [80, 24],
  [120, 40],
] as const;

/** A cluster without changes, and a window that changes its size. */
export const quiet: Bench = {
  name: 'quiet',
  async run() {
    await using cluster = await simulate();
    await using program = new Program(monitor(cluster, '--interval', SLOWEST), true);
    await program.sees(isWhole);
    await pause(SETTLE);
    const before = program.bytes();
    await pause(WINDOW);
    const perSecond = (program.bytes() - before) / (WINDOW / 1_000);
    const resizes: { took: number; outside: number }[] = [];
    for (const [columns, rows] of [...SIZES, ...SIZES, ...SIZES])
      resizes.push(await resize(program, columns, rows));
    const took = median(resizes.map((one) => one.took));
    const outside = resizes.reduce((sum, one) => sum + one.outside, 0);
    return [
      {
        what: 'bytes when nothing changed but the clock',
        goal: '< 60 per second',
        figure: `${perSecond.toFixed(1)} per second`,
        met: perSecond < 60,
      },
      {
        what: 'resize to a settled frame, and bytes outside a synchronized block',
        goal: '≤ 50 ms, 0 bytes',
        figure: `${ms(took)}, ${outside} bytes`,
        met: took <= 50 && outside === 0,
      },
    ];
  },
};

async function resize(program: Program, columns: number, rows: number) {
  // Right after a tick of the clock, so that no tick falls into the resize.
  const ticked = program.chunks.length;
  while (program.chunks.length === ticked) await pause(2);
  await pause(30);
  const [from, start] = [program.chunks.length, performance.now()];
  program.pty.resize(columns, rows);
  let last = start;
  while (performance.now() - last < SILENT) {
    await pause(2);
    last = program.chunks.length > from ? (program.chunks.at(-1)?.at ?? last) : last;
  }
  const data = Buffer.concat(program.chunks.slice(from).map((chunk) => chunk.data)).toString('latin1');
  return { took: last - start, outside: data.replace(/\x1b\[\?2026h[\s\S]*?\x1b\[\?2026l/g, '').length };
}
