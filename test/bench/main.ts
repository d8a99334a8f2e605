import { keys, poll, requests, scrape, withhold } from './cases/components.ts';
import { fleet } from './cases/fleet.ts';
import { floodBench } from './cases/floods.ts';
import { history } from './cases/history.ts';
import { loop } from './cases/loop.ts';
import { month } from './cases/month.ts';
import { parse } from './cases/parse.ts';
import { quiet } from './cases/quiet.ts';
import { scale } from './cases/scale.ts';
import { sideBySide } from './cases/side-by-side.ts';
import { fleetSoak, soak } from './cases/soak.ts';
import { start } from './cases/start.ts';
import { storm } from './cases/storm.ts';
import { triage } from './cases/triage.ts';
import { build } from './support/build.ts';
import { installPeers } from './support/peer-packages.ts';
import { writeResults } from './support/results.ts';
import type { Bench } from './support/row.ts';

const benches: readonly Bench[] = [
  sideBySide,
  quiet,
  start,
  keys,
  poll,
  parse,
  scale,
  storm,
  fleet,
  fleetSoak,
  floodBench,
  soak,
  history,
  month,
  loop,
  requests,
  scrape,
  triage,
  withhold,
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no bench ${unknown.join(', ')}: ${benches.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(2);
}
installPeers();
await build();
for (const bench of benches) {
  const isWanted = wanted.length === 0 ? !bench.onlyByName : wanted.includes(bench.name);
  if (!isWanted) continue;
  const rows = await bench.run();
  for (const row of rows) {
    const met = row.met ? '✔' : '✖';
    const mark = row.met === undefined ? ' ' : met;
    process.stdout.write(
      `${mark} ${row.what}: ${row.figure}${row.goal === undefined ? '' : ` — goal ${row.goal}`}\n`,
    );
  }
  writeResults(bench, rows, benches);
}
process.exit();
