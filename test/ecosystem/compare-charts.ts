/**
 * The chart of ninety days from a full history, and from one of ten days with a gap and the rest from Prometheus: the greatest
 * difference between two bars, and the peak, of each figure. Then the chart and the usual values without any file. Arguments: both files and the URL. Exit 1 above one percent.
 */
import { systemClock } from '../../src/base/clock.ts';
import { DAY_MS } from '../../src/base/durations.ts';
import { openDatabase } from '../../src/history/database.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { noSeries } from '../../src/history/samples/series.ts';
import { createCaller } from '../../src/http/caller.ts';
import { storedSeriesOf } from '../../src/session/past/stored-history.ts';
import { createPrometheus } from '../../src/session/prometheus.ts';
import { createStoredReads } from '../../src/session/stored-reads.ts';

const [full = '', short = '', url = ''] = process.argv.slice(2);
const BARS = 100;

const to =
  (await openDatabase(full, { create: false }).then((db) => createHistoryReader(db).range()))?.to ?? 0;

async function chart(path: string | undefined, key: string, isRemote: boolean) {
  const db = path === undefined ? undefined : await openDatabase(path, { create: false });
  const reader = db && createHistoryReader(db);
  const caller = createCaller({ url, what: 'Prometheus', isPrivate: true, clock: systemClock });
  const remote = isRemote
    ? createPrometheus({ caller, headers: {}, labels: { cluster: 'eu' }, clock: systemClock })
    : undefined;
  const reads = createStoredReads({
    reader: () => reader,
    streamName: () => undefined,
    remote,
    isRemoteOnly: path === undefined,
  });
  const ask = () => reads.window(key, to - 90 * DAY_MS, to, BARS);
  ask();
  while (reads.reading) await new Promise((resolve) => setTimeout(resolve, 20));
  const found = ask();
  const series = remote ? remote.over(reader?.series ?? noSeries) : reader?.series;
  const id = storedSeriesOf(key);
  const { points = [] } = (id && series?.read(id, to - 90 * DAY_MS, to)) ?? {};
  const usual = () => reads.usual(key, to);
  usual();
  while (reads.reading) await new Promise((resolve) => setTimeout(resolve, 20));
  const said = { usual: usual()?.median, failure: remote?.failure };
  await caller.close();
  db?.close();
  const peak = Math.max(...points.map(({ most }) => most ?? 0));
  return { values: found?.values ?? [], isRemote: found?.isRemote === true, peak, ...said };
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
  const peak = Math.abs(joined.peak - own.peak) / own.peak;
  const bare = await chart(undefined, key, true);
  const usual = Math.abs((bare.usual ?? 0) - (own.usual ?? 1)) / (own.usual ?? 1);
  console.log(
    `${key}: ${known(alone.values)} bars from the file, ${known(joined.values)} with Prometheus, ${known(own.values)} in the full file; at most ${(100 * worst).toFixed(3)} % apart, the peak ${(100 * peak).toFixed(3)} %; without a file ${known(bare.values)} bars, usual value ${(100 * usual).toFixed(2)} % apart`,
  );
  if (!joined.isRemote || worst > 0.01 || peak > 0.01) process.exitCode = 1;
  if (known(bare.values) < BARS - 2 || usual > 0.05) process.exitCode = 1;
}
