import { isWhole, monitor, monitorOf, poller, simulate } from '../support/castwatch.ts';
import { EARLIER, earlierBundle } from '../support/earlier.ts';
import { compareWithFloor, type Drawn } from '../support/floor.ts';
import { pause, times } from '../support/numbers.ts';
import { peers } from '../support/peers.ts';
import { countProcesses, cpuPerMinute, crowd, residentMb } from '../support/process.ts';
import { COLUMNS, type Command, Program, ROWS } from '../support/program.ts';
import type { Bench, Row } from '../support/row.ts';

/** Programs run for this long before the measurement, because they are left open for weeks; then its length, ms. */
const SETTLE = 45_000;
const WINDOW = 60_000;
/**
 * The cost of a process monitor depends on the number of processes. A machine that only runs a bench has few;
 * this number is that of a small server.
 */
const PROCESSES = 300;
const SETTLE_CROWD = 5_000;

const earlierName = `commit ${EARLIER}`;

interface Measured extends Drawn {
  readonly name: string;
  /** Seconds of CPU a minute. */
  readonly cpu: number;
  readonly memory: number;
}

/** All programs at the same time on the same machine, each updating once a second: bytes, CPU and memory. */
export const sideBySide: Bench = {
  name: 'side-by-side',
  async run() {
    await using cluster = await simulate('--scenario', 'steady');
    await using all = new AsyncDisposableStack();
    const missing: string[] = [];
    // An interval of a second halves all intervals.
    const own = all.use(new Program(monitor(cluster, '--interval', '1'), true));
    const running = [{ name: 'castwatch', program: own }];
    const run = (name: string, command: Command | undefined) => {
      if (command) running.push({ name, program: all.use(new Program(command)) });
      else missing.push(name);
    };
    run('bare poller', poller(cluster, 0.5));
    const earlier = earlierBundle(EARLIER);
    run(earlierName, earlier === undefined ? undefined : monitorOf(earlier, cluster, '--interval', '1'));
    for (const { name, command } of peers) run(name, command());
    await own.sees(isWhole);
    await pause(SETTLE);
    const from = performance.now();
    const found = countProcesses();
    const programs = running.map(({ program }) => program);
    const cpu = await cpuPerMinute(programs, WINDOW);
    const measured: Measured[] = [];
    for (const [index, { name, program }] of running.entries()) {
      const memory = program.ended ? Number.NaN : residentMb(program.pid);
      const drawn = await compareWithFloor(program.chunks, from, COLUMNS, ROWS);
      measured.push({ name, ...drawn, cpu: cpu[index] ?? Number.NaN, memory });
    }
    using _crowd = crowd(PROCESSES);
    await pause(SETTLE_CROWD);
    const crowded = await cpuPerMinute(programs, WINDOW);
    const among = measured.map((one, index) => ({ ...one, cpu: crowded[index] ?? Number.NaN }));
    return [
      ...rows(measured, found),
      rowAmongMany(among, Math.max(PROCESSES, countProcesses())),
      ...missing.map((name) => ({ what: name, figure: 'not installed, left out' })),
    ];
  },
};

function rows(measured: readonly Measured[], processes: number): Row[] {
  const [own, bare, ...peers] = measured;
  if (!own || !bare) return [];
  const ratio = own.bytes / own.floor;
  const earlier = peers.find(({ name }) => name === earlierName);
  return [
    {
      what: 'bytes per update, against the least that the same change of cells needs',
      goal: '≤ 1.05×',
      figure: `${times(ratio)} (${Math.round(own.bytes / own.frames)} B a frame; ${list(peers, (one) => times(one.bytes / one.floor))})`,
      met: ratio <= 1.05,
    },
    {
      what: 'CPU per minute at one update a second, 120×40, monitor process only',
      goal: '≤ 4× a bare poller',
      figure: `${times(own.cpu / bare.cpu)} (${cpuList(measured, processes)})`,
      met: own.cpu <= 4 * bare.cpu,
    },
    ...(earlier ? [earlierRow(own, earlier)] : []),
    {
      what: 'memory, two minutes after the start',
      goal: '≤ 1.25× a bare poller',
      figure: `${times(own.memory / bare.memory)} (${list(measured, (one) => `${one.memory.toFixed(0)} MB`)})`,
      met: own.memory <= 1.25 * bare.memory,
    },
  ];
}

function earlierRow(own: Measured, earlier: Measured): Row {
  const ratio = own.cpu / earlier.cpu;
  return {
    what: `the same against ${earlierName}, and memory`,
    goal: '≤ 1.5× its CPU',
    figure: `${times(ratio)} (${own.cpu.toFixed(2)} s against ${earlier.cpu.toFixed(2)} s), memory ${times(own.memory / earlier.memory)}`,
    met: ratio <= 1.5,
  };
}

/** The same among more processes, because the cost of htop and similar programs grows with them. */
function rowAmongMany(measured: readonly Measured[], processes: number): Row {
  return {
    what: 'CPU per minute among more processes',
    figure: cpuList(measured, processes),
  };
}

function cpuList(measured: readonly Measured[], processes: number): string {
  return measured
    .map(
      ({ name, cpu }) =>
        `${name} ${cpu.toFixed(2)} s${name === 'htop' ? ` with ${processes} processes` : ''}`,
    )
    .join(', ');
}

function list(others: readonly Measured[], of: (one: Measured) => string): string {
  return others.map((one) => `${one.name} ${of(one)}`).join(', ');
}
