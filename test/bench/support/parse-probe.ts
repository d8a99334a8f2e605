import { writeFileSync } from 'node:fs';

/** Loaded before a program (`--import`): once that runs, parses JSON of 24 MB in its process and writes the ms to a file. */
const START_UP_MS = 500;
const BYTES = 24_000_000;
const ROUNDS = 3;

const file = process.env.CASTWATCH_BENCH_PROBE;
setTimeout(() => {
  const row = `{"name":"edge-1","up":true,"load":[0.25,0.5,[],[]],"bandwidth":{"in":1250000,"out":98000000}},`;
  const text = `[${row.repeat(BYTES / row.length)}null]`;
  const took = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    JSON.parse(text);
    return performance.now() - start;
  });
  if (file !== undefined) writeFileSync(file, JSON.stringify(Math.min(...took)));
  process.exit();
}, START_UP_MS);
