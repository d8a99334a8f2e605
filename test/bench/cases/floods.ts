import { readdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Churn } from '../../support/churning-cluster.ts';
import { workshop } from '../support/build.ts';
import { monitor, type SimulatedCluster } from '../support/castwatch.ts';
import { churning } from '../support/churning.ts';
import { ms, pause, percentile } from '../support/numbers.ts';
import { computedMs, residentMb } from '../support/process.ts';
import { Program } from '../support/program.ts';
import type { Bench, Row } from '../support/row.ts';

const SETTLE = 10_000;
const KEYS = 200;
const MIB = 2 ** 20;
/** Time for which the terminal does not read, ms. */
const UNREAD = 5_000;
const PASTED = 1_000_000;
const TYPED = 64_000;

/** Takes exponential time on a text of words that it does not match. */
const slowPattern = String.raw`defaults: { journalPatterns: [{ match: '(\w+[\s-]?)+never', severity: warning, title: Slow }] }`;

const quiet: Churn = { servers: 10, streams: 100, applications: 10, entries: 1, renewed: [] };

interface Flood {
  readonly what: string;
  readonly screen: string;
  /** What the cluster does more than a quiet one. */
  readonly churn?: Partial<Churn>;
  /** What the terminal does right before every twentieth key. */
  readonly input?: (program: Program) => Promise<void> | void;
  /** The configuration of the program, YAML. */
  readonly config?: string;
  /** What another program does meanwhile; returns a function that ends it. */
  readonly beside?: (program: Program) => () => void;
}

const servers = { servers: 1_000, renewed: ['servers'] } as const;
const streams = { streams: 100_000, renewed: ['streams'] } as const;
const entries = (count: number) => ({ entries: count, renewed: ['journal'] }) as const;
const paste = `\x1b[200~${'\x07\x9b31mj\u202e'.repeat(PASTED / 9)}\x1b[201~`;

const floods: readonly Flood[] = [
  { what: 'no flood', screen: 'servers' },
  { what: '1,000 servers, all with new names at each poll', screen: 'servers', churn: servers },
  { what: '100,000 streams, all with new ids on each page', screen: 'streams', churn: streams },
  { what: '10,000 streams, half of them sick', screen: 'streams', churn: { streams: 10_000, sick: true } },
  { what: 'a journal of 10,000 new entries at each poll', screen: 'journal', churn: entries(10_000) },
  {
    what: 'a pattern that takes exponential time on each new journal entry',
    screen: 'journal',
    churn: entries(50),
    config: slowPattern,
  },
  { what: 'a history that another program holds', screen: 'servers', beside: holdHistory },
  { what: 'dashboards of 11 MB', screen: 'servers', churn: { padding: 11 * MIB } },
  { what: 'dashboards of 32 MB', screen: 'servers', churn: { padding: 32 * MIB } },
  { what: 'pastes of 1 MB of control characters', screen: 'servers', input: ({ pty }) => pty.write(paste) },
  {
    what: '64,000 keys in one chunk',
    screen: 'streams',
    churn: { streams: 10_000 },
    input: ({ pty }) => pty.write('jk'.repeat(TYPED / 2)),
  },
  {
    what: 'a terminal that does not read for 5 s',
    screen: 'servers',
    async input({ pty }) {
      pty.pause();
      await pause(UNREAD);
      pty.resume();
    },
  },
];

/** Keys while a hostile server or terminal makes the program work, up to the first bytes that come back. */
export const floodBench: Bench = {
  name: 'floods',
  async run() {
    const rows: Row[] = [];
    for (const flood of floods) rows.push(await keysDuring(flood));
    return rows;
  },
};

/** An exclusive lock on the history of that program, as a backup may hold it. */
function holdHistory(program: Program): () => void {
  const folder = join(program.home, '.local/state/castwatch');
  const [file = ''] = readdirSync(folder).filter((name) => /^history-.*\.db$/.test(name));
  const db = new DatabaseSync(join(folder, file));
  db.exec('PRAGMA busy_timeout = 5000; BEGIN EXCLUSIVE');
  return () => db.close();
}

/** The keys of a flooded program and, turn about, those of a quiet one in the same minute. */
async function keysDuring({ what, screen, churn, input, config, beside }: Flood): Promise<Row> {
  await using cluster = await churning({ ...quiet, ...churn });
  await using calm = await churning(quiet);
  await using program = await open(cluster, screen, config);
  await using idle = await open(calm, screen);
  await pause(input ? 0 : SETTLE);
  const release = beside?.(program);
  const took: number[] = [];
  const computed: number[] = [];
  const idleTook: number[] = [];
  for (let press = 0; press < KEYS; press++) {
    await pause(60 + (press % 70));
    const isFlooded = input !== undefined && press % 20 === 0;
    if (isFlooded) await input(program);
    const before = computedMs(program.pid);
    took.push(await program.echo(press % 2 === 0 ? '6' : '2'));
    computed.push(computedMs(program.pid) - before);
    if (isFlooded) await silence(program);
    idleTook.push(await idle.echo(press % 2 === 0 ? '6' : '2'));
  }
  release?.();
  const p99 = percentile(computed, 0.99);
  const idleP99 = percentile(idleTook, 0.99);
  const byClock = `by the clock ${ms(percentile(took, 0.99))}, median ${ms(percentile(took, 0.5))}; a quiet monitor beside it ${ms(idleP99)}, ${(percentile(took, 0.99) / idleP99).toFixed(1)}×; load ${(loadavg()[0] ?? 0).toFixed(0)}`;
  return {
    what: `keys under ${what}`,
    goal: 'main thread until the answer, p99 ≤ 100 ms',
    figure: `p99 ${ms(p99)} (${byClock}), ${Math.round(residentMb(program.pid))} MB`,
    met: p99 <= 100,
  };
}

async function open(cluster: SimulatedCluster, screen: string, config = ''): Promise<Program> {
  const file = join(workshop, 'floods.yaml');
  writeFileSync(file, config, { mode: 0o600 });
  const program = new Program(monitor(cluster, '--screen', screen, '--config', file), true);
  await program.sees((text) => text.includes('quit'));
  await program.unwatch();
  return program;
}

/** Nothing was written for half a second. */
async function silence(program: Program): Promise<void> {
  let written: number;
  do {
    written = program.chunks.length;
    await pause(500);
  } while (program.chunks.length > written);
}
