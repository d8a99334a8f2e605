import { copyFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { turn } from '../../src/base/turn.ts';
import type { ClusterState } from '../../src/cluster/state.ts';
import type { HistoryDatabase } from '../../src/history/database.ts';
import { lastAlive } from '../../src/history/gap-store.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { defaultRetention } from '../../src/history/retention.ts';
import { HistoryWriter, WRITE_MS, type WriterStatus } from '../../src/history/writer.ts';
import { isPublished } from '../../src/triage/stream-health.ts';
import { eventually } from '../support/eventually.ts';
import { calm } from '../support/fake-services.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { clusterViewers, count, historyPath, journalEntry, openTestHistory } from './rig.ts';

const retention = defaultRetention;
const always = [0, 2 * sampleNow] as const;

/** The sample cluster, whose dashboard was polled at that time. */
function polledAt(updatedAt: number) {
  const state = sampleState();
  return { ...state, dashboard: { ...state.dashboard, updatedAt } };
}

/** The sample cluster with this journal. */
function withJournal(items: ClusterState['journal']['items']) {
  const state = sampleState();
  return { ...state, journal: { ...state.journal, items } };
}

const itemOf = (id: number, at: number) =>
  ({ kind: 'entry', key: `${id}`, entry: journalEntry(id, at, 'Disk', `line ${id}`) }) as const;

/** A writer of its own history, with its reports, and a reader beside it. */
async function opened(path?: string, kept = retention, clock = new ManualClock(sampleNow)) {
  const db = await openTestHistory(path);
  const said: WriterStatus['kind'][] = [];
  const onStatus = ({ kind }: WriterStatus) => said.push(kind);
  const writer = new HistoryWriter(db, { clock, retention: kept, onStatus });
  // Some tests close it themselves.
  onTestFinished(() => writer.close().catch(() => {}));
  /** Gives it a state, and time to write it. */
  const write = (state: ClusterState) => {
    writer.take(state, calm);
    return clock.advance(WRITE_MS);
  };
  /** Lets its upkeep run for this time. */
  const upkeep = async (ms: number, each = () => {}) => {
    for (let left = ms; left > 0; left -= 5_000) {
      await clock.advance(5_000);
      each();
    }
    for (let turns = 0; turns < 100; turns++) await turn();
  };
  return { db, clock, said, writer, write, upkeep, reader: createHistoryReader(db) };
}

test('the whole state is in the history, and only once when it is given twice', async () => {
  const { writer, reader } = await opened();
  const state = sampleState();
  writer.take(state, calm);
  writer.take({ ...state }, calm);
  const server = state.servers.find(({ misses }) => misses === 0);
  const cpu = { kind: 'server', name: server?.name ?? '', column: 'cpu' } as const;
  const points = reader.series.read(cpu, sampleNow - 60_000, sampleNow).points;
  expect(points.map(({ mean }) => mean)).toEqual([server?.server.serverStats?.cpuUsage]);
  const entries = state.journal.items.filter(({ kind }) => kind === 'entry');
  expect(reader.journal(...always)).toHaveLength(entries.length);
  const { viewersStats } = state.dashboard.value ?? {};
  const viewers = reader.series.read(clusterViewers, sampleNow - 60_000, sampleNow);
  expect(viewers.points.at(-1)?.mean).toBe(viewersStats?.total?.value);
});

test('of a cluster whose clock is half an hour ahead, entries have the time of our clock', async () => {
  const { write, reader } = await opened();
  const aheadMs = 1_800_000;
  await write(sampleState({ clockSkew: aheadMs }));
  const theirs = reader.journal(...always).map(({ at }) => at - aheadMs);
  expect(theirs.length).toBeGreaterThan(0);
  expect(reader.ownJournal(...always).map(({ at }) => at)).toEqual(theirs);
});

test('an entry that arrives late, before others already written, is written too', async () => {
  const { writer, write, reader } = await opened();
  const state = sampleState();
  const { items } = state.journal;
  const known = items.findLast((item) => item.kind === 'entry');
  if (!known) throw new Error('The sample has no entries.');
  writer.take(state, calm);
  const entry = { ...known.entry, id: 7, message: 'came late' };
  const late = items.toSpliced(items.indexOf(known), 0, { kind: 'entry', key: '7@late', entry });
  await write(withJournal(late));
  const messages = reader.journal(...always).map(({ message }) => message);
  expect(messages.filter((message) => message === 'came late')).toHaveLength(1);
});

test('what fifteen seconds bring is one transaction, and every poll is there', async () => {
  const { db, clock, writer } = await opened();
  const beside = await openTestHistory(db.path);
  const versions = new Set<unknown>();
  const polledIn = (database: HistoryDatabase) =>
    createHistoryReader(database).series.read(clusterViewers, ...always).points.length;
  const polled = () => polledIn(beside);
  for (let poll = 1; poll <= 30; poll++) {
    await clock.advance(2_000);
    writer.take(polledAt(clock.now()), calm);
    versions.add(beside.sql('PRAGMA data_version').get()?.data_version);
    // What a crash would lose at most.
    expect(polled()).toBeGreaterThanOrEqual(poll - Math.ceil(WRITE_MS / 2_000));
  }
  expect(versions.size).toBeLessThanOrEqual(7);
  await writer.close();
  // The file alone has it, too, though it is read beside.
  copyFileSync(db.path, `${db.path}.copy`);
  expect([polled(), polledIn(await openTestHistory(`${db.path}.copy`))]).toEqual([30, 30]);
});

test('only one of two programs writes; the other says so and takes over at its end', async () => {
  const first = await opened();
  const second = await opened(first.db.path, retention, first.clock);
  expect([first.said, second.said]).toEqual([['writing'], ['waiting']]);
  second.writer.take(sampleState(), calm);
  await first.writer.close();
  await first.clock.advance(5_000);
  expect([first.said, second.said]).toEqual([['writing'], ['waiting', 'writing']]);
  second.writer.take(sampleState(), calm);
  expect(createHistoryReader(await openTestHistory(first.db.path)).range()?.to).toBe(sampleNow);
});

test.each([
  ['still writes', false],
  ['has ended', true],
])(
  'a writer that was suspended forgets what it wrote: another program wrote since and %s',
  async (_what, ended) => {
    // The program was suspended, as on a sleeping laptop: its clock jumps, and no timer ran.
    const { db, clock: ours, writer: first } = await opened();
    const state = sampleState();
    first.take(state, calm);
    const { writer: second } = await opened(db.path, retention, new ManualClock(sampleNow + 60_000));
    const moved = { hostName: 'elsewhere' };
    const servers = state.servers.map((each) => ({ ...each, server: { ...each.server, ...moved } }));
    second.take({ ...state, servers }, calm);
    ours.jumpWall(60_000);
    if (ended) await second.close();
    await ours.advance(WRITE_MS);
    expect(first.status?.kind).toBe(ended ? 'writing' : 'waiting');
    if (!ended) {
      await second.close();
      await ours.advance(WRITE_MS);
    }
    first.take(state, calm);
    await ours.advance(WRITE_MS);
    const told = createHistoryReader(await openTestHistory(db.path)).servers(ours.now());
    expect(told).toHaveLength(servers.length);
    expect(told.map(({ hostName }) => hostName)).not.toContain('elsewhere');
  },
);

test('sessions are written once a sweep, events once each, and descriptions too', async () => {
  const { clock, writer, write, reader } = await opened();
  const event = { at: sampleNow, kind: 'restart' as const, subject: 'edge-1', message: 'restarted' };
  const state = sampleState({ events: [event] });
  writer.take(state, calm);
  await clock.advance(30_000);
  // Nothing in it is new.
  writer.take({ ...state, round: state.round + 1 }, calm);
  expect(reader.events(0, clock.now())).toEqual([event]);
  const listed = [...(state.streamSweep.value?.items.values() ?? [])];
  const streams = new Set(listed.filter(isPublished).map((each) => each.streamKey));
  const sessionsNow = () => reader.streamSessions(sampleNow - 1, clock.now());
  const sessions = await sessionsNow();
  expect(new Set(sessions.map(({ streamKey }) => streamKey))).toEqual(streams);
  expect(new Set(sessions.map(({ seenAt }) => seenAt))).toEqual(new Set([sampleNow]));
  expect(reader.servers(sampleNow).map(({ name }) => name)).toEqual(
    state.servers.map(({ name }) => name).toSorted(),
  );
  const more = { ...event, at: sampleNow + 1 };
  await write({ ...state, events: [event, more] });
  expect(reader.events(0, clock.now())).toEqual([event, more]);
  const sweep = state.streamSweep.value;
  if (!sweep) throw new Error('The sample has no streams.');
  const swept = (own: Partial<typeof sweep>) => {
    const value = { ...sweep, items: new Map(), ...own };
    return write({ ...state, streamSweep: { ...state.streamSweep, value } });
  };
  const ends = async () => new Set((await sessionsNow()).map(({ endedAt }) => endedAt));
  await swept({ completedAt: sampleNow + 30_000, truncated: true });
  expect(await ends()).toEqual(new Set([undefined]));
  await swept({ completedAt: sampleNow + 30_001 });
  expect(await ends()).toEqual(new Set([sampleNow + 30_001]));
});

test('the journal of each poll is written, with entries that are already dropped from memory', async () => {
  const { writer, write, reader } = await opened();
  const items = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => itemOf(from + index, sampleNow + from + index));
  const ids = () => reader.journal(...always).map(({ id }) => Number(id));
  writer.take(withJournal(items(0, 300)), calm);
  await write(withJournal(items(100, 400)));
  expect(ids()).toEqual(items(0, 400).map(({ entry }) => entry.id));
  // The last known entry is gone, so all are new.
  await write(withJournal(items(500, 600)));
  expect(ids()).toHaveLength(500);
  writer.take(withJournal([]), calm);
  await write(withJournal(items(590, 610)));
  expect(ids()).toHaveLength(510);
});

test('the writer says once that it writes, and writes nothing after it is closed', async () => {
  const { db, clock, said, writer } = await opened();
  expect(said).toEqual(['writing']);
  await clock.advance(64_000);
  expect(said).toEqual(['writing']);
  expect(writer.status).toEqual({ kind: 'writing' });
  expect(clock.waiting).toBe(1);
  await writer.close();
  expect(clock.waiting).toBe(0);
  writer.take(sampleState(), calm);
  expect(writer.status).toEqual({ kind: 'writing' });
  expect(() => db.sql('SELECT 1').get()).toThrow();
  const other = await openTestHistory(db.path);
  expect(createHistoryReader(other).range()).toBeUndefined();
  // It was watched to the end.
  expect(lastAlive(other)).toBe(clock.now());
  // Another program may write at once.
  expect(count(other, 'lease')).toBe(0);
});

test('after a failure it tries again after a minute, and reports each failure', async () => {
  const { db, clock, said, writer, write } = await opened();
  const rename = (from: string, to: string) => db.sql(`ALTER TABLE ${from} RENAME TO ${to}`).run();
  rename('frame', 'away');
  writer.take(sampleState(), calm);
  expect(said).toEqual(['writing', 'failing']);
  expect(writer.status).toMatchObject({ kind: 'failing', error: { name: 'HistoryError', code: 'UNUSABLE' } });
  rename('away', 'frame');
  await clock.advance(55_000);
  expect(said).toEqual(['writing', 'failing']);
  await clock.advance(5_000);
  expect(said).toEqual(['writing', 'failing', 'writing']);
  // The earlier state is written whole, because it was not written then.
  writer.take(sampleState(), calm);
  expect(createHistoryReader(db).range()).toEqual({ from: sampleNow, to: sampleNow });
  rename('frame', 'away');
  await write(polledAt(clock.now()));
  rename('away', 'frame');
  expect(said).toEqual(['writing', 'failing', 'writing', 'failing']);
});

test('what a full disk keeps from being written waits in memory, and is written once there is room', async () => {
  const { db, clock, said, writer } = await opened();
  const poll = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 2) {
      await clock.advance(2_000);
      writer.take(polledAt(clock.now()), calm);
    }
  };
  const most = (pages: unknown) => db.sql(`PRAGMA max_page_count = ${pages}`).get();
  const room = most(4_294_967_294)?.max_page_count;
  await poll(20);
  most(1);
  await poll(180);
  expect(said).toEqual(['writing', 'failing']);
  expect(writer.status).toMatchObject({ error: { code: 'FULL' } });
  most(room);
  await poll(10);
  expect(said).toEqual(['writing', 'failing', 'writing']);
  const { series, gaps } = createHistoryReader(db);
  expect(series.read(clusterViewers, sampleNow, clock.now() - 10_000).points).toHaveLength(100);
  expect(gaps(sampleNow, clock.now())).toEqual([]);
  // So much and no more, however long it lasts.
  const since = clock.now();
  most(1);
  await poll(800);
  most(room);
  await poll(10);
  const kept = series.read(clusterViewers, since, clock.now() - WRITE_MS).points.length;
  expect([kept > 290, kept < 320]).toEqual([true, true]);
});

test('every ten minutes the file alone has what was written, and the journal is in few blocks', async () => {
  const { db, clock, writer, upkeep } = await opened();
  let id = 1_000;
  const entries = () => Array.from({ length: 60 }, () => itemOf(++id, clock.now()));
  await upkeep(540_000, () => writer.take(withJournal(entries()), calm));
  await upkeep(120_000);
  const alone = await historyPath();
  copyFileSync(db.path, alone);
  const copy = await openTestHistory(alone);
  expect(createHistoryReader(copy).journal(...always).length).toBeGreaterThan(5_000);
  expect(count(copy, 'journal_block')).toBeLessThan(20);
});

test('what was found damaged stays a gap for programs that come later', async () => {
  const { db, clock, reader } = await opened();
  db.sql("INSERT INTO event (at, kind, subject, message) VALUES (?, 'restart', 'a', 'b')").run(sampleNow);
  // Without the triggers of a history its checksum stays as it was.
  using disk = new DatabaseSync(db.path);
  disk.exec("UPDATE event SET message = 'other'");
  expect(reader.events(...always)).toEqual([]);
  await clock.advance(WRITE_MS);
  const later = createHistoryReader(await openTestHistory(db.path));
  expect(later.gaps(...always).map(({ reason }) => reason)).toEqual(['DAMAGED']);
});

test('a failure of upkeep is reported like any other', async () => {
  const { db, clock, said } = await opened();
  db.sql('ALTER TABLE roll_up_due RENAME TO away').run();
  await clock.advance(5_000);
  await expect.poll(() => said.at(-1)).toBe('failing');
  db.sql('ALTER TABLE away RENAME TO roll_up_due').run();
  await clock.advance(65_000);
  expect(said.at(-1)).toBe('writing');
});

test('retention runs every ten minutes, and after the clock was set back', async () => {
  const { db, clock, upkeep } = await opened();
  const old = "INSERT INTO event (at, kind, subject, message) VALUES (1, 'restart', 'a', 'b')";
  await upkeep(10_000);
  db.sql(old).run();
  await upkeep(500_000);
  expect(count(db, 'event')).toBe(1);
  await upkeep(120_000);
  expect(count(db, 'event')).toBe(0);
  db.sql(old).run();
  clock.jumpWall(-3_600_000);
  await upkeep(10_000);
  expect(count(db, 'event')).toBe(0);
});

test('a description that was removed to make room is written again', async () => {
  const { clock, writer, reader } = await opened(undefined, { ...retention, maxBytes: 1 });
  const state = sampleState();
  writer.take(state, calm);
  await clock.advance(5_000);
  const { servers, applications } = reader;
  await eventually(() => expect([servers(clock.now()), applications(clock.now())]).toEqual([[], []]));
  await clock.advance(WRITE_MS);
  expect(servers(clock.now())).toHaveLength(state.servers.length);
  expect(applications(clock.now())).toHaveLength(state.applicationSweep.value?.items.size ?? -1);
});
