import { headless } from '../../support/headless.ts';
import { isStill, isWhole, monitor, type SimulatedCluster, simulate } from '../support/castwatch.ts';
import { median, ms, pause, times } from '../support/numbers.ts';
import { peers } from '../support/peers.ts';
import { COLUMNS, type Command, Program, ROWS } from '../support/program.ts';
import type { Bench } from '../support/row.ts';

/** A cluster takes five logins a minute, so there is a new one for every few rounds. */
const CLUSTERS = 4;
const ROUNDS = 3;
/** A program has drawn its first frame when it was silent for this long, ms. */
const SILENT = 120;
/** More than our still frame takes, less than that and a whole one. */
const WHOLE_BYTES = 16_000;

/** From start to picture, everybody in turn, medians. */
export const start: Bench = {
  name: 'start',
  async run() {
    const results = new Map<string, number[]>();
    const note = (name: string, value: number) => results.set(name, [...(results.get(name) ?? []), value]);
    const others = peers.flatMap(({ name, quit, command }) => {
      const found = command();
      return found ? [{ name, quit, found }] : [];
    });
    for (let index = 0; index < CLUSTERS; index++) {
      const cluster = await simulate();
      try {
        // Once for the compile cache, the disk and everybody's files.
        await castwatch(cluster);
        for (let round = 0; round < ROUNDS; round++) {
          note('node', await bareNode());
          const { still, whole } = await castwatch(cluster);
          note('still', still);
          note('whole', whole);
          for (const { name, quit, found } of others) note(name, await firstFrame(found, quit));
        }
      } finally {
        await cluster.end();
      }
    }
    const of = (name: string) => median(results.get(name) ?? []);
    const node = of('node');
    const list = others.map(({ name }) => `${name} ${ms(of(name))}`).join(', ');
    const first = others.filter(({ name }) => name !== 'btop').every(({ name }) => of('whole') < of(name));
    return [
      {
        what: 'first still frame (header, borders, keys)',
        goal: '≤ 1.25× `node -e 0`',
        figure: `${times(of('still') / node)} (${ms(of('still'))}; \`node -e 0\` ${ms(node)})`,
        met: of('still') <= 1.25 * node,
      },
      {
        what: 'first whole frame with real data, over HTTP on loopback',
        goal: '≤ 5× `node -e 0`, and before gtop, glances and htop',
        figure: `${times(of('whole') / node)} (${ms(of('whole'))}; ${list})`,
        met: of('whole') <= 5 * node && first,
      },
    ];
  },
};

async function bareNode(): Promise<number> {
  const program = new Program({ file: process.execPath, args: ['-e', 'process.stdout.write("x")'] });
  while (program.chunks.length === 0) await pause(1);
  const at = (program.chunks[0]?.at ?? Number.NaN) - program.startedAt;
  await program.end();
  return at;
}

async function castwatch(cluster: SimulatedCluster): Promise<{ still: number; whole: number }> {
  // As the others: drawn afterwards, so that nobody who draws comes late to what is timed.
  const program = new Program(monitor(cluster));
  await silence(program, WHOLE_BYTES);
  await program.end('q');
  const screen = headless(COLUMNS, ROWS);
  let [still, whole] = [Number.NaN, Number.NaN];
  for (const { at, data } of program.chunks) {
    await screen.write(data);
    const text = screen.text().join('\n');
    if (Number.isNaN(still) && isStill(text)) still = at - program.startedAt;
    if (Number.isNaN(whole) && isWhole(text)) whole = at - program.startedAt;
  }
  screen.dispose();
  return { still, whole };
}

/** Waits until it has drawn something of that size and then nothing for a while; gives the time of the last bytes. */
async function silence(program: Program, bytes: number): Promise<number> {
  const until = performance.now() + 5_000;
  let last = 0;
  while (performance.now() < until && !program.ended) {
    last = program.chunks.at(-1)?.at ?? 0;
    if (program.bytes() > bytes && performance.now() - last > SILENT) break;
    await pause(1);
  }
  return last;
}

async function firstFrame(command: Command, quit: string): Promise<number> {
  const program = new Program(command);
  const last = await silence(program, 1_000);
  await program.end(quit);
  return last - program.startedAt;
}
