/**
 * Writes two histories for the scripts beside it: one of ninety days, and one with its last ten days only, without a day and a
 * half in the middle of them. Their figures follow the day and the week, with a peak of one minute in that gap. Arguments: their
 * paths.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import { openDatabase } from '../../src/history/database.ts';
import { defaultRetention, pruneHistory } from '../../src/history/retention.ts';
import { createSampleStore } from '../../src/history/samples/sample-store.ts';
import { rollUpDue, seal } from '../../src/history/samples/seal.ts';

const now = Math.floor(Date.now() / (15 * MINUTE_MS)) * 15 * MINUTE_MS;

const GAP = { from: now - 3 * DAY_MS, to: now - 1.5 * DAY_MS };
const PEAK_AT = now - 1.75 * DAY_MS;

for (const [path = '', days, hasGap] of [
  [process.argv[2], 90, false],
  [process.argv[3], 10, true],
] as const) {
  const db = await openDatabase(path, { create: true });
  const store = createSampleStore(db);
  const start = now - days * DAY_MS;
  for (let day = start; day < now; day += 12 * HOUR_MS) {
    db.transaction(() => {
      for (let at = day; at < Math.min(now, day + 12 * HOUR_MS); at += MINUTE_MS) {
        if (hasGap && at > GAP.from && at <= GAP.to) continue;
        const wave =
          1 + 0.4 * Math.sin((at / DAY_MS) * 2 * Math.PI) + 0.2 * Math.sin((at / DAY_MS / 7) * 2 * Math.PI);
        const peak = at === PEAK_AT ? 3 : 1;
        const viewers = peak * Math.round(10_000 * wave + 3_000 * Math.max(0, Math.sin(at / 20_000_000)));
        const server = (share: number) => [
          40 * wave * share,
          50,
          1e6 * wave,
          9e7 * wave * share,
          1e8,
          2e8,
          viewers * share,
          20,
        ];
        const load = [viewers, 120, 5e6 * wave, 3e8 * wave, 12];
        store.addFrame({
          kind: 'total',
          at,
          rows: new Map([['cluster', [...load, 50_000, 500, null, 1e9, 40]]]),
        });
        store.addFrame({ kind: 'group', at, rows: new Map([['edge', load]]) });
        store.addFrame({
          kind: 'server',
          at,
          rows: new Map([
            ['edge-1', server(0.6)],
            ['edge-2', server(0.4)],
          ]),
        });
      }
    });
    await seal(db, store, Math.min(now, day + 12 * HOUR_MS));
    await rollUpDue(db, store, day + 12 * HOUR_MS);
    pruneHistory(db, defaultRetention, day);
  }
  db.close();
}
