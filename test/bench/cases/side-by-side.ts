import { isWhole, monitor, simulate } from '../support/castwatch.ts';
import { compareWithFloor, type Drawn } from '../support/floor.ts';
import { pause, times } from '../support/numbers.ts';
import { peers } from '../support/peers.ts';
import { countProcesses, cpuSeconds, crowd, residentMb } from '../support/process.ts';
import { COLUMNS, Program, ROWS } from '../support/program.ts';
import type { Bench, Row } from '../support/row.ts';

/** How long programs settle before the measurement (they are left open for weeks), and how long it takes, ms. */
const SETTLE = 45_000;
const WINDOW = 60_000;
/**
 * What a process monitor costs is a matter of how many processes there are. A machine that only runs a bench has few;
 * that many is a small server.
 */
const PROCESSES = 300;
const SETTLE_CROWD = 5_000;

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
      const found = countProcesses();
      const cpu = await cpuPerMinute(running);
      const measured: Measured[] = [];
      for (const [index, { name, program }] of running.entries()) {
        const memory = program.ended ? Number.NaN : residentMb(program.pid);
        const drawn = await compareWithFloor(program.chunks, from, COLUMNS, ROWS);
        measured.push({ name, ...drawn, cpu: cpu[index] ?? Number.NaN, memory });
      }
      const disperse = crowd(PROCESSES);
      try {
        await pause(SETTLE_CROWD);
        const crowded = await cpuPerMinute(running);
        const among = measured.map((one, index) => ({ ...one, cpu: crowded[index] ?? Number.NaN }));
        return [
          ...rows(measured, found),
          ...cpuRow(among, Math.max(PROCESSES, countProcesses())),
          ...missing.map(leftOut),
        ];
      } finally {
        disperse();
      }
    } finally {
      for (const { program, quit } of running) await program.end(quit);
      await cluster.end();
    }
  },
};

async function cpuPerMinute(running: readonly { program: Program }[]): Promise<number[]> {
  const read = () => running.map(({ program }) => (program.ended ? Number.NaN : cpuSeconds(program.pid)));
  const start = performance.now();
  const before = read();
  await pause(WINDOW);
  const minutes = (performance.now() - start) / 60_000;
  return read().map((after, index) => (after - (before[index] ?? Number.NaN)) / minutes);
}

function rows(measured: readonly Measured[], processes: number): Row[] {
  const [own, ...others] = measured;
  if (!own) return [];
  const ratio = own.bytes / own.floor;
  return [
    {
      what: 'bytes per update, against the least that the same change of cells needs',
      goal: '≤ 1.05×',
      figure: `${times(ratio)} (${Math.round(own.bytes / own.frames)} B a frame; ${list(others, (one) => times(one.bytes / one.floor))})`,
      met: ratio <= 1.05,
    },
    ...cpuRow(measured, processes),
    {
      what: 'memory, two minutes after the start',
      goal: '≤ 90 MB',
      figure: `${own.memory.toFixed(0)} MB (${list(others, (one) => `${one.memory.toFixed(0)} MB`)})`,
      met: own.memory <= 90,
    },
  ];
}

function cpuRow([own, ...others]: readonly Measured[], processes: number): Row[] {
  if (!own) return [];
  const htop = others.find(({ name }) => name === 'htop');
  return [
    {
      what: `CPU per minute at one update a second, 120×40, monitor process only; ${processes} processes on the machine`,
      goal: '≤ 0.5× htop',
      figure: `${htop ? times(own.cpu / htop.cpu) : 'no htop here'} (${own.cpu.toFixed(2)} s; ${list(others, (one) => `${one.cpu.toFixed(2)} s`)})`,
      met: htop ? own.cpu <= htop.cpu / 2 : undefined,
    },
  ];
}

function list(others: readonly Measured[], of: (one: Measured) => string): string {
  return others.map((one) => `${one.name} ${of(one)}`).join(', ');
}

function leftOut(name: string): Row {
  return { what: `${name}`, goal: '', figure: 'not installed, left out', met: undefined };
}
