import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runningFigures } from './running.ts';
import { type Figure, stillFigures } from './still.ts';

/*
 * `npm run weight [-- still] [-- lower]`: what castwatch weighs, in figures that depend little on the machine's mood, each
 * beside its limit; ends with 1 if one is above it. `still`: only what is counted in seconds. `lower`: the limits become what
 * was measured, where that is less.
 */
const file = join(import.meta.dirname, 'limits.json');
const words = new Set(process.argv.slice(2));
const unknown = [...words].filter((word) => word !== 'still' && word !== 'lower');
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}: still, lower\n`);
  process.exit(2);
}
const limits: Readonly<Record<string, number>> = JSON.parse(readFileSync(file, 'utf8'));
/** Of figures that vary from run to run. */
const TOLERANCE = 1.1;
const isAbove = ({ name, value, varies }: Figure) =>
  value > (limits[name] ?? Number.POSITIVE_INFINITY) * (varies ? TOLERANCE : 1);
const figures = [...stillFigures(), ...(words.has('still') ? [] : await runningFigures())];
for (const figure of figures) {
  const { name, value, note } = figure;
  const limit = limits[name];
  const mark = isAbove(figure) ? '✖' : ' ';
  const beside = [limit === undefined ? '' : `limit ${limit}`, note ?? ''].filter(Boolean).join(', ');
  console.log(`${mark} ${String(value).padStart(9)}  ${name}${beside === '' ? '' : `  (${beside})`}`);
}
if (words.has('lower')) {
  const measured = new Map(figures.map(({ name, value }) => [name, value]));
  const lowered = Object.entries(limits).map(([name, limit]) => [
    name,
    Math.min(limit, measured.get(name) ?? limit),
  ]);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
}
const above = figures.filter(isAbove);
if (above.length > 0 && !words.has('lower')) {
  process.stderr.write(
    `${above.length} above the limit: take something away, or say in the commit that raises test/weight/limits.json why.\n`,
  );
  process.exitCode = 1;
}
