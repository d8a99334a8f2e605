import { headless } from '../../support/headless.ts';
import { bareInk, cache } from '../support/build.ts';
import { isWhole, monitor, monitorOf, simulate } from '../support/castwatch.ts';
import { EARLIER, earlierBundle } from '../support/earlier.ts';
import { median, ms, pause, times } from '../support/numbers.ts';
import { peers } from '../support/peers.ts';
import { COLUMNS, type Command, Program, ROWS } from '../support/program.ts';
import type { Bench } from '../support/row.ts';

/** A cluster allows five logins a minute, so every few rounds have a new one. */
const CLUSTERS = 4;
const ROUNDS = 3;
/** A program has drawn its first frame when it was silent for this long, ms. */
const SILENT = 120;
/** Shorter than the drawing of a whole frame. */
const WHOLE_BYTES = 8_000;

/** From start to picture, the programs in turn, medians. */
export const start: Bench = {
  name: 'start',
  async run() {
    const results = new Map<string, number[]>();
    const note = (name: string, value: number) => results.set(name, [...(results.get(name) ?? []), value]);
    const others = peers.flatMap(({ name, command }) => {
      const found = command();
      return found ? [{ name, found }] : [];
    });
    const earlier = earlierBundle(EARLIER);
    for (let index = 0; index < CLUSTERS; index++) {
      await using cluster = await simulate();
      // One of its own, because of the limit of logins.
      await using another = await simulate();
      const before = async () =>
        earlier === undefined ? undefined : await castwatch(monitorOf(earlier, another));
      // Once to fill the compile cache, the disk cache and the files of each program.
      await castwatch(monitor(cluster));
      await before();
      for (let round = 0; round < ROUNDS; round++) {
        note('node', await firstBytes(bareNode));
        note('ink', await firstBytes(inkAlone));
        note('whole', await castwatch(monitor(cluster)));
        const took = await before();
        if (took !== undefined) note('earlier', took);
        for (const { name, found } of others) note(name, await firstFrame(found));
      }
    }
    const of = (name: string) => median(results.get(name) ?? []);
    const node = of('node');
    const list = others.map(({ name }) => `${name} ${ms(of(name))}`).join(', ');
    const [whole, htop] = [of('whole'), of('htop')];
    return [
      {
        what: 'first whole frame with real data, over HTTP on loopback',
        goal: '≤ 8× `node -e 0`',
        figure: `${times(whole / node)}${Number.isNaN(htop) ? '' : ` and ${times(whole / htop)}`} (${ms(whole)}; \`node -e 0\` ${ms(node)}, commit ${EARLIER} ${ms(of('earlier'))}, ${list})`,
        met: whole <= 8 * node,
      },
      {
        what: 'a bare Ink program, bundled the same way: one `<Text>`, what any of them needs at the least',
        figure: `${times(of('ink') / node)} \`node -e 0\` (${ms(of('ink'))}); castwatch takes ${times(whole / of('ink'))} as long`,
      },
    ];
  },
};

const bareNode: Command = { file: process.execPath, args: ['-e', 'process.stdout.write("x")'] };
/** The compile cache of the program is used for this one, too. */
const inkAlone: Command = { file: process.execPath, args: [bareInk], env: { NODE_COMPILE_CACHE: cache } };

async function firstBytes(command: Command): Promise<number> {
  await using program = new Program(command);
  while (program.chunks.length === 0) await pause(1);
  return (program.chunks[0]?.at ?? Number.NaN) - program.startedAt;
}

async function castwatch(command: Command): Promise<number> {
  // Drawn afterwards like the others, so that drawing does not delay the measurement.
  await using program = new Program(command);
  await silence(program, WHOLE_BYTES);
  // It writes its compile cache at the end.
  await program.quit();
  const screen = headless(COLUMNS, ROWS);
  let whole = Number.NaN;
  for (const { at, data } of program.chunks) {
    await screen.write(data);
    if (Number.isNaN(whole) && isWhole(screen.text().join('\n'))) whole = at - program.startedAt;
  }
  screen.dispose();
  return whole;
}

/** Waits until the program has drawn that many bytes and was silent after; returns the time of the last bytes. */
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

async function firstFrame(command: Command): Promise<number> {
  await using program = new Program(command);
  return (await silence(program, 1_000)) - program.startedAt;
}
