import { type HistoryDatabase, openDatabase } from '../../src/history/database.ts';
import type { HistoryReader } from '../../src/history/reader.ts';
import { reportOf } from '../../src/history/report/report.ts';
import { defaultRetention } from '../../src/history/retention.ts';
import { kindNames, kinds } from '../../src/history/samples/kinds.ts';
import { HistoryWriter } from '../../src/history/writer.ts';
import { calm } from '../support/fake-services.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';

const HOUR = 3_600_000;
export const hot = sampleProblem();

/** A history with a row in every table. */
export async function filled(path: string): Promise<HistoryDatabase> {
  const db = await openDatabase(path, { create: true });
  const clock = new ManualClock(sampleNow);
  const writer = new HistoryWriter(db, { clock, retention: defaultRetention });
  writer.take(sampleState(), {
    ...calm,
    problems: [hot, { ...hot, key: 'other', noticedAt: sampleNow + 1 }],
  });
  await clock.advance(3 * HOUR);
  await writer.close();
  return openDatabase(path, { create: false });
}

/** Everything that a history contains: each point and row by itself, and what is worked out of several. */
export async function readAll(reader: HistoryReader) {
  const [from, to] = [sampleNow - 48 * HOUR, sampleNow + 48 * HOUR];
  const points = kindNames.flatMap((kind) =>
    reader.series
      .names(kind)
      .flatMap((name) =>
        kinds[kind].columns.flatMap((column) =>
          reader.series
            .read({ kind, name, column }, from, to)
            .points.map((point) => [kind, name, column, point]),
        ),
      ),
  );
  const rows = [
    ...reader.problems(from, to),
    ...reader.problemsAt(sampleNow + 1),
    ...reader.ownJournal(from, to),
    ...reader.events(from, to),
  ];
  const sums = [
    reportOf(reader, 'test', { from, to }),
    await reader.streamSessions(from, to),
    reader.streamAbsences(from, to),
    ...(await reader.rows('server', reader.series.names('server'), sampleNow + HOUR, 2 * HOUR)),
    [reader.servers(to), reader.applications(to), reader.dashboard(to), reader.streamStates(to)],
    [reader.marks(from, to), reader.markBeside(from, 1)],
  ];
  const texts = (all: readonly unknown[]) => all.map((each) => JSON.stringify(each));
  return { single: texts([...points, ...rows]), sums: texts(sums) };
}
