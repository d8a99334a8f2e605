import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import { type HistoryDatabase, openDatabase } from '../../../src/history/database.ts';
import { createJournalStore } from '../../../src/history/journal-store.ts';
import { createHistoryReader } from '../../../src/history/reader.ts';
import { usedBytes } from '../../../src/history/retention.ts';
import type { KindName } from '../../../src/history/samples/kinds.ts';
import { createSampleStore } from '../../../src/history/samples/sample-store.ts';
import { rollUpDue, seal } from '../../../src/history/samples/seal.ts';
import { createStoredHistory } from '../../../src/session/past/stored-history.ts';

const SERVERS = 40;
const STREAMS = 3_000;
const ENTRIES_A_SECOND = 20;
const POLL_MS = 2_000;
const START = Date.UTC(2026, 9, 24);
const MESSAGES = [
  'Status Update: PUBLISHED',
  'Token validated',
  'Segment written in # ms',
  'Viewer connected: #',
];

/** Size of a history of this many days of a large cluster, and the cost of writing and reading it. */
export async function history(days: string) {
  const directory = await mkdtemp(join(tmpdir(), 'castwatch-bench-history-'));
  const db = await openDatabase(join(directory, 'history.db'), { create: true });
  try {
    const samples = createSampleStore(db);
    const journal = createJournalStore(db);
    const cluster = createCluster();
    const end = START + Number(days) * DAY_MS;
    let cpuMs = 0;
    for (let at = START; at < end; at += POLL_MS) {
      const frames = cluster.poll(at);
      const entries = cluster.entries(at);
      const before = process.cpuUsage();
      db.transaction(() => {
        for (const frame of frames) samples.addFrame({ ...frame, at });
        journal.add(entries);
      });
      if ((at - START) % (5 * POLL_MS) === 0) {
        await seal(db, samples, at);
        while (journal.pack());
        await rollUpDue(db, samples, at);
      }
      const { user, system } = process.cpuUsage(before);
      cpuMs += (user + system) / 1_000;
    }
    // Frames do not grow with the days, and each day is rolled up at the end.
    await seal(db, samples, end + DAY_MS);
    await rollUpDue(db, samples, end + 2 * DAY_MS);
    const sizes = db
      .sql(
        `SELECT 'journal' AS what, SUM(LENGTH(data)) AS bytes FROM journal_block
         UNION ALL SELECT tier, SUM(LENGTH(samples)) FROM block GROUP BY tier`,
      )
      .all();
    const bytes = Object.fromEntries(sizes.map(({ what, bytes }) => [String(what), Number(bytes)]));
    // Pages and indexes are larger than their content.
    const overhead = usedBytes(db) / Object.values(bytes).reduce((sum, each) => sum + each, 0);
    return {
      days: Number(days),
      bytes,
      overhead,
      cpuShare: cpuMs / (end - START),
      openMs: await openingTimes(db, end),
    };
  } finally {
    db.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Real time to open each of several hours, ms: the figures of all servers, and their charts. */
async function openingTimes(db: HistoryDatabase, end: number): Promise<number[]> {
  const reader = createHistoryReader(db);
  const names = reader.series.names('server');
  const times: number[] = [];
  for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
    const at = START + share * (end - START);
    const before = performance.now();
    await reader.rows('server', names, at, 16 * MINUTE_MS);
    reader.journal(at - HOUR_MS, at, 2_000);
    reader.problems(at - HOUR_MS, at);
    const charts = createStoredHistory(reader.series);
    for (const name of names.slice(0, 12)) charts.window(`server/${name}/cpu`, at - HOUR_MS, at, 120);
    times.push(performance.now() - before);
  }
  return times;
}

/** Figures that vary like those of a real cluster, the same in each run. */
function createCluster() {
  let seed = 1;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  const vary = (value: number, part: number) => Math.round(value * (1 + (random() - 0.5) * part));
  const walk = (kind: KindName, names: readonly string[], first: readonly number[], part: number) => {
    const rows = new Map(names.map((name) => [name, [...first]]));
    return () => {
      for (const [name, row] of rows)
        rows.set(
          name,
          row.map((value) => vary(value, part)),
        );
      return { kind, rows };
    };
  };
  const servers = Array.from({ length: SERVERS }, (_, index) => `edge-ams-${index}`);
  const polls = [
    walk('total', ['cluster'], [80_000, 3_000, 2e9, 3e10, 90, 1e5, 4_000, 4e9, 6e10, 112], 0.01),
    walk('server', servers, [42, 51, 5e7, 9e8, 1e9, 1e10, 2_000, 75], 0.02),
    walk(
      'application',
      servers.flatMap((name) => [`${name}/1`, `${name}/2`]),
      [37, 1_000, 2e7, 4e8, 100, 5_000],
      0.02,
    ),
  ];
  const streams = Array.from({ length: STREAMS }, (_, index) => `live/stream-${index}`);
  const sweep = walk('stream', streams, [500_000, 20_000_000, 40, 95], 0.03);
  let id = 0;
  return {
    poll: (at: number) =>
      [...polls, ...((at - START) % MINUTE_MS === 0 ? [sweep] : [])].map((next) => next()),
    entries: (at: number) =>
      Array.from({ length: (ENTRIES_A_SECOND * POLL_MS) / 1_000 }, (_, index) => ({
        id: ++id,
        createDate: at + index * 50,
        objectName: `Stream: stream-${Math.floor(random() * STREAMS)}`,
        message: (MESSAGES[Math.floor(random() * MESSAGES.length)] ?? '').replace(
          '#',
          String(Math.floor(random() * 1e6)),
        ),
        threadName: `worker-${Math.floor(random() * 8)}`,
      })),
  };
}
