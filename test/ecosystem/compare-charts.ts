/**
 * The chart of ninety days from a full history, and from one of ten days with the rest from Prometheus: the greatest
 * difference between two bars, of each figure. Arguments: both files and the URL. Exit 1 above one percent.
 */
import { systemClock } from '../../src/base/clock.ts';
import { DAY_MS } from '../../src/base/durations.ts';
import { openDatabase } from '../../src/history/database.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { createCaller } from '../../src/http/caller.ts';
import { createPrometheus } from '../../src/session/prometheus.ts';
import { createStoredReads } from '../../src/session/stored-reads.ts';

const [full = '', short = '', url = ''] = process.argv.slice(2);
const BARS = 100;

async function chart(path: string, key: string, isRemote: boolean) {
  const db = await openDatabase(path, { create: false });
  const reader = createHistoryReader(db);
  const caller = createCaller({ url, what: 'Prometheus', isPrivate: true, clock: systemClock });
  const remote = isRemote
    ? createPrometheus({ caller, headers: {}, labels: { cluster: 'eu' }, clock: systemClock })
    : undefined;
  const reads = createStoredReads({ reader: () => reader, streamName: () => undefined, remote });
  const to = reader.range()?.to ?? 0;
  const ask = () => reads.window(key, to - 90 * DAY_MS, to, BARS);
  ask();
  while (reads.reading) await new Promise((resolve) => setTimeout(resolve, 20));
  const found = ask();
  await caller.close();
  db.close();
  return { values: found?.values ?? [], isRemote: found?.isRemote === true };
}

for (const key of ['total/viewers', 'group/edge/out', 'server/edge-1/cpu', 'server/edge-2/out']) {
  const own = await chart(full, key, false);
  const joined = await chart(short, key, true);
  const alone = await chart(short, key, false);
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null).length;
  const apart = own.values.map((value, bar) => {
    const other = joined.values[bar];
    if (value === null && other === null) return 0;
    return value == null || other == null ? 1 : Math.abs(value - other) / value;
  });
  const worst = Math.max(...apart);
  console.log(
    `${key}: ${known(alone.values)} bars from the file, ${known(joined.values)} with Prometheus, ${known(own.values)} in the full file; at most ${(100 * worst).toFixed(3)} % apart`,
  );
  if (!joined.isRemote || worst > 0.01) process.exitCode = 1;
}
