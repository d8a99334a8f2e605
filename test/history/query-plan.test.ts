import { expect, test } from 'vitest';
import { defaultRetention } from '../../src/history/retention.ts';
import { HistoryWriter } from '../../src/history/writer.ts';
import { calm } from '../support/fake-services.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { openTestHistory } from './rig.ts';

/**
 * Tables with a row or two; outages of resources, read after one; small blocks of the journal, which become a large one;
 * and the index of the open sessions, read at the first sweep.
 */
const BLOCKS = 'journal_block USING COVERING INDEX journal_block_by_time';
const SMALL = ['lease', 'about', 'roll_up_due', 'session_newest', 'gap', BLOCKS];
const OPEN_SESSIONS = 'SCAN main.stream_session USING INDEX stream_session_open';
/** Once in ten minutes, and once at the start. */
const isSeldom = (text: string) =>
  text.startsWith('DELETE FROM') || text.includes('entity WHERE kind = ? AND NOT');

test('nothing that is written every few seconds reads a whole table', async () => {
  const db = await openTestHistory();
  const used = new Set<string>();
  const watched = {
    ...db,
    sql(text: string) {
      used.add(text);
      return db.sql(text);
    },
  };
  const clock = new ManualClock(sampleNow);
  const writer = new HistoryWriter(watched, { clock, retention: defaultRetention });
  await clock.advance(20_000);
  used.clear();
  const state = sampleState();
  const problem = sampleProblem({ noticedAt: sampleNow });
  for (let round = 0; round < 12; round++) {
    const at = clock.now();
    const dashboard = { ...state.dashboard, updatedAt: at };
    const sweep = state.streamSweep.value;
    const streamSweep = { ...state.streamSweep, value: sweep && { ...sweep, completedAt: at } };
    const problems = round % 2 === 0 ? [problem] : [];
    writer.take({ ...state, dashboard, streamSweep }, { ...calm, problems });
    await clock.advance(15_000);
  }
  const scans = [...used]
    .filter((text) => /^\s*(SELECT|INSERT|UPDATE)/.test(text) && !isSeldom(text))
    .flatMap((text) =>
      db
        .sql(`EXPLAIN QUERY PLAN ${text}`)
        .all(...Array.from(text.matchAll(/\?/g), () => null))
        .map(({ detail }) => String(detail))
        .filter((detail) => /^SCAN (?!\(|json_each|CONSTANT)/.test(detail) && !text.endsWith('LIMIT 1'))
        .filter((detail) => !SMALL.some((table) => RegExp(`^SCAN (main\\.)?${table}`).test(detail)))
        .filter((detail) => detail !== OPEN_SESSIONS)
        .map((detail) => `${detail}: ${text}`),
    );
  expect(used.size).toBeGreaterThan(15);
  expect(scans).toEqual([]);
  await writer.close();
});
