import { isWhole, monitor, simulate } from '../support/castwatch.ts';
import { compareWithFloor, type Drawn } from '../support/floor.ts';
import { pause, times } from '../support/numbers.ts';
import { peers } from '../support/peers.ts';
import { cpuSeconds, residentMb } from '../support/process.ts';
import { COLUMNS, Program, ROWS } from '../support/program.ts';
import type { Bench, Row } from '../support/row.ts';

/** How long programs settle before the measurement (they are left open for weeks), and how long it takes, ms. */
const SETTLE = 45_000;
const WINDOW = 60_000;

interface Measured extends Drawn {
  readonly name: string;
  /** Seconds of CPU a minute. */
  readonly cpu: number;
  readonly memory: number;
}

/** Everybody at the same time on the same machine, each once a second: bytes, CPU and memory. */
export const sideBySide: Bench = {
  name: 'side-by-side',
  async run() {
    const cluster = await simulate('--scenario', 'steady');
    const missing: string[] = [];
    const running: { name: string; quit: string; program: Program }[] = [
      { name: 'castwatch', quit: 'q', program: new Program(monitor(cluster, '--interval', '1'), true) },
    ];
    for (const { name, quit, command } of peers) {
      const found = command();
      if (found) running.push({ name, quit, program: new Program(found) });
      else missing.push(name);
    }
    try {
      await running[0]?.program.sees(isWhole);
      await pause(SETTLE);
      const from = performance.now();
      const before = running.map(({ program }) => (program.ended ? Number.NaN : cpuSeconds(program.pid)));
      await pause(WINDOW);
      const minutes = (performance.now() - from) / 60_000;
      const after = running.map(({ program }) =>
        program.ended
          ? { cpu: Number.NaN, memory: Number.NaN }
          : { cpu: cpuSeconds(program.pid), memory: residentMb(program.pid) },
      );
      const measured: Measured[] = [];
      for (const [index, { name, program }] of running.entries()) {
        const drawn = await compareWithFloor(program.chunks, from, COLUMNS, ROWS);
        const { cpu, memory } = after[index] ?? { cpu: Number.NaN, memory: Number.NaN };
        measured.push({ name, ...drawn, cpu: (cpu - (before[index] ?? Number.NaN)) / minutes, memory });
      }
      return [...rows(measured), ...missing.map(leftOut)];
    } finally {
      for (const { program, quit } of running) await program.end(quit);
      await cluster.end();
    }
  },
};

function rows(measured: readonly Measured[]): Row[] {
  const [own, ...others] = measured;
  if (!own) return [];
  const list = (of: (one: Measured) => string) => others.map((one) => `${one.name} ${of(one)}`).join(', ');
  const ratio = own.bytes / own.floor;
  const htop = others.find(({ name }) => name === 'htop');
  return [
    {
      what: 'bytes per update, against the least that the same change of cells needs',
      goal: '≤ 1.05×',
      figure: `${times(ratio)} (${Math.round(own.bytes / own.frames)} B a frame; ${list((one) => times(one.bytes / one.floor))})`,
      met: ratio <= 1.05,
    },
    {
      what: 'CPU per minute at one update a second, 120×40, monitor process only',
      goal: '≤ 0.5× htop',
      figure: `${htop ? times(own.cpu / htop.cpu) : 'no htop here'} (${own.cpu.toFixed(2)} s; ${list((one) => `${one.cpu.toFixed(2)} s`)})`,
      met: htop ? own.cpu <= htop.cpu / 2 : undefined,
    },
    {
      what: 'memory, two minutes after the start',
      goal: '≤ 90 MB',
      figure: `${own.memory.toFixed(0)} MB (${list((one) => `${one.memory.toFixed(0)} MB`)})`,
      met: own.memory <= 90,
    },
  ];
}

function leftOut(name: string): Row {
  return { what: `${name}`, goal: '', figure: 'not installed, left out', met: undefined };
}
