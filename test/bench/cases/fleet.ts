import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { barePoller, bundle } from '../support/build.ts';
import { median, ms, pause, percentile, times } from '../support/numbers.ts';
import { cpuPerMinute, residentMb } from '../support/process.ts';
import { type Command, Program } from '../support/program.ts';
import type { Bench, Row } from '../support/row.ts';

const MANY = 50;
const FEW = 6;
const SETTLE_MS = 75_000;
const WINDOW_MS = 60_000;
const KEYS = 300;
/** How much less often a cluster is polled that nobody looks at. */
const IDLE_PACE = 5;
const USER = 'operator';
const PASSWORD = 'operator-1';

/** Several clusters in one program. */
export const fleet: Bench = {
  name: 'fleet',
  async run() {
    using clusters = spawn(
      process.execPath,
      [join(import.meta.dirname, '../support/fleet-clusters.ts'), `${MANY}`],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = await once(createInterface(clusters.stdout), 'line');
    using folder = mkdtempDisposableSync(join(tmpdir(), 'castwatch-fleet-'));
    const urls: readonly string[] = JSON.parse(line);
    const open = (count: number) => fleetOf(urls.slice(0, count), join(folder.path, `${count}.yaml`));
    return await measureAll(urls, open);
  },
};

/** The program on these clusters, without a history, because writing it is measured elsewhere. */
function fleetOf(urls: readonly string[], file: string): Command {
  const lines = urls.map((url, index) => `  c${String(index + 1).padStart(2, '0')}: { url: '${url}' }\n`);
  const defaults = `defaults: { username: ${USER}, password: { env: BENCH_PASSWORD } }\n`;
  writeFileSync(file, `${defaults}clusters:\n${lines.join('')}`, { mode: 0o600 });
  return {
    file: process.execPath,
    args: [bundle, '--config', file, '--no-history'],
    env: { BENCH_PASSWORD: PASSWORD },
  };
}

/** A row of the fleet with figures. */
function hasRow(text: string): boolean {
  return /^.*\bc\d\d .*\d%/m.test(text);
}

/**
 * All at the same time: fifty clusters, six of them, one that is open, and a bare poller of what is asked of fifty that
 * nobody looks at. At the end the keys, on the fifty.
 */
async function measureAll(
  urls: readonly string[],
  open: (count: number) => Command,
): Promise<readonly Row[]> {
  const bare: Command = {
    file: process.execPath,
    args: [barePoller, urls.join(','), USER, String(IDLE_PACE)],
    env: { CASTWATCH_PASSWORD: PASSWORD },
  };
  await using fifty = new Program(open(MANY), true);
  const first = await fifty.sees(hasRow);
  await using six = new Program(open(FEW));
  await using alone = new Program(open(1));
  await using polling = new Program(bare);
  await pause(SETTLE_MS);
  const [many = nothing, few = nothing, one = nothing, least = nothing] = await measured([
    fifty,
    six,
    alone,
    polling,
  ]);
  await fifty.unwatch();
  const waits: number[] = [];
  for (let key = 0; key < KEYS; key++) {
    waits.push(await fifty.echo(key % 20 < 10 ? 'j' : 'k'));
    await pause(20);
  }
  const each = { own: (many.cpu - few.cpu) / (MANY - FEW), bare: least.cpu / MANY };
  return [
    manyRow(many),
    paintRow(first, waits),
    {
      what: `${FEW} clusters against one that is open`,
      goal: '≤ 2× the CPU, ≤ 1.5× the memory',
      figure: `${times(few.cpu / one.cpu)} and ${times(few.memory / one.memory)} (${few.cpu.toFixed(2)} s a minute against ${one.cpu.toFixed(2)} s, ${few.memory.toFixed(0)} MB against ${one.memory.toFixed(0)} MB)`,
      met: few.cpu <= 2 * one.cpu && few.memory <= 1.5 * one.memory,
    },
    {
      what: `CPU of a further cluster that nobody looks at: (${MANY} less ${FEW}) / ${MANY - FEW}`,
      goal: '≤ 3× a bare poller of the same requests',
      figure: `${times(each.own / each.bare)} (${(1_000 * each.own).toFixed(0)} ms a minute against ${(1_000 * each.bare).toFixed(0)} ms)`,
      met: each.own <= 3 * each.bare,
    },
  ];
}

const MANY_WORDS = `${MANY} clusters of 10 servers and 300 streams`;

function manyRow({ cpu, memory }: Measured): Row {
  const share = cpu / 60;
  return {
    what: `${MANY_WORDS}: memory and CPU`,
    goal: '≤ 250 MB, ≤ 15 % of a core',
    figure: `${memory.toFixed(0)} MB, ${(100 * share).toFixed(1)} % (${cpu.toFixed(2)} s a minute)`,
    met: memory <= 250 && share <= 0.15,
  };
}

function paintRow(first: number, waits: readonly number[]): Row {
  const p99 = percentile(waits, 0.99);
  return {
    what: `${MANY_WORDS}: first row with figures, and key to paint`,
    goal: '≤ 2 s, p99 ≤ 20 ms',
    figure: `${ms(first)}, p99 ${ms(p99)} (median ${ms(median(waits))}, through the pseudo-terminal)`,
    met: first <= 2_000 && p99 <= 20,
  };
}

const nothing: Measured = { cpu: Number.NaN, memory: Number.NaN };

interface Measured {
  /** Seconds a minute. */
  readonly cpu: number;
  /** MB. */
  readonly memory: number;
}

async function measured(programs: readonly Program[]): Promise<readonly Measured[]> {
  const cpu = await cpuPerMinute(programs, WINDOW_MS);
  return programs.map(({ pid }, index) => ({ cpu: cpu[index] ?? Number.NaN, memory: residentMb(pid) }));
}
