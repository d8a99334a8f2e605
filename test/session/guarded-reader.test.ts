import { expect, test } from 'vitest';
import { HistoryError } from '../../src/history/error.ts';
import type { HistoryReader } from '../../src/history/reader.ts';
import { guardReader } from '../../src/session/guarded-reader.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** A reader of which each call returns its own name, until the file is damaged. */
function opened() {
  const file = { isDamaged: false, isLocked: false, reads: 0 };
  const errors: unknown[] = [];
  const answer = (name: string) => {
    file.reads++;
    if (file.isLocked) throw new HistoryError('LOCKED', name);
    if (file.isDamaged) throw new Error(`damaged: ${name}`);
    return name;
  };
  const later = (name: string) => async () => answer(name);
  const sync = Object.fromEntries(reads.map(([name]) => [name, () => answer(name)]));
  const own = { series: sync, rows: later('rows'), streamSessions: later('streamSessions') };
  const reader = { ...sync, ...own } as unknown as HistoryReader;
  const clock = new ManualClock();
  return { file, errors, clock, guarded: guardReader(reader, clock, (error) => errors.push(error)) };
}

const viewers = { kind: 'total', name: 'cluster', column: 'viewers' } as const;
const reads: readonly [string, (reader: HistoryReader) => unknown, none: unknown][] = [
  ['read', ({ series }) => series.read(viewers, 0, 1), { points: [], resolution: undefined }],
  ['names', ({ series }) => series.names('total'), []],
  ['rows', (reader) => reader.rows('total', [], 0, 1), new Map()],
  ['range', (reader) => reader.range(), undefined],
  ['journal', (reader) => reader.journal(0, 1), []],
  ['problems', (reader) => reader.problems(0, 1), []],
  ['marks', (reader) => reader.marks(0, 1), []],
  ['markBeside', (reader) => reader.markBeside(0, 1), undefined],
  ['streamSessions', (reader) => reader.streamSessions(0, 1), []],
  ['streamAbsences', (reader) => reader.streamAbsences(0, 1), []],
  ['streamHours', (reader) => reader.streamHours(0, 1), { from: 0, to: 1 }],
  ['events', (reader) => reader.events(0, 1), []],
  ['gaps', (reader) => reader.gaps(0, 1), []],
  ['servers', (reader) => reader.servers(0), []],
  ['applications', (reader) => reader.applications(0), []],
];

test.each(reads)('%s: a damaged file gives nothing, which is reported once', async (name, read, none) => {
  const { file, errors, guarded } = opened();
  expect(await read(guarded)).toBe(name);
  expect(errors).toEqual([]);
  file.isDamaged = true;
  for (let frame = 0; frame < 3; frame++) expect(await read(guarded)).toEqual(none);
  expect(errors).toEqual([new Error(`damaged: ${name}`)]);
  // Neither this nor anything else is read again.
  file.isDamaged = false;
  const before = file.reads;
  for (const [, other, otherNone] of reads) expect(await other(guarded)).toEqual(otherNone);
  expect(file.reads).toBe(before);
});

test('while another program holds the file, one read a second waits for it, without a failure', async () => {
  const { file, errors, clock, guarded } = opened();
  file.isLocked = true;
  for (let read = 0; read < 10; read++) expect(guarded.range()).toBeUndefined();
  expect(await guarded.streamSessions(0, 1)).toEqual([]);
  expect(file.reads).toBe(1);
  await clock.advance(1_000);
  file.isLocked = false;
  expect(guarded.range()).toBe('range');
  expect(errors).toEqual([]);
});
