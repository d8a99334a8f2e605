import { afterAll, describe, type ExpectStatic, expect, test } from 'vitest';
import { documented, writeTable, writing } from '../support/figures.ts';
import { isLong } from '../support/long.ts';
import { type FaultRow, faultRows, RECOVERS } from './fault-matrix.ts';
import { type FaultRig, openRig } from './fault-rig.ts';
import { seesFresh, signs, staleSign } from './fresh.ts';

/** Values that every screen below shows, and that must not disappear. */
const values = [
  /\d+ streams /,
  /· [\d.]+ [GM]bit\/s/,
  /▶ +[\d.]+k? /,
  /(edge|origin)-fra-1/,
  /\d\d:\d\d:\d\d [ ▲✖] \w/,
];
/** The request limit: at most this many in a minute, with a burst of 30 included (`http/limits.ts`). */
const polite = (ms: number) => 30 + (210 * ms) / 60_000;

interface Outcome {
  readonly row: FaultRow;
  /** ms until the fault was reported in words. */
  readonly told: number;
  /** ms from a key to its answer during the fault. */
  readonly key: number;
  /** ms from the fault's end until everything was fresh. */
  readonly recovered: number;
  readonly quit: number;
  readonly logins: number;
  readonly requests: number;
  readonly perMinute: number;
  /** MB, at most. */
  readonly memory: number;
}

const outcomes: Outcome[] = [];

describe.concurrent('faults', () => {
  const rows = faultRows.filter(({ alike }) => isLong || writing || !alike);
  for (const row of rows) {
    test(row.name, async ({ expect }) => {
      await using rig = await openRig(row.way ?? 'plain');
      outcomes.push(await prove(row, rig, expect));
    });
  }
});

afterAll(() => {
  if (!writing || outcomes.length < faultRows.length) return;
  const rows = faultRows.flatMap((row) => outcomes.filter((one) => one.row === row).map(cells));
  writeTable('faults', columns, rows);
});

test('every fault is in the table of the README', () => {
  const names = faultRows.map(({ name }) => name);
  if (!writing) expect(documented('faults')).toEqual(names);
});

const columns = [
  'Fault',
  'Says `STALE`',
  'Named after',
  'Key answered in',
  'All fresh again after',
  'Logins',
  'Requests a minute',
  '`q` took',
  'Memory at most',
];

function cells({ row, ...measured }: Outcome): string[] {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    row.name,
    row.stale.length >= 3 ? 'all' : row.stale.join(', ') || 'nothing',
    row.asleep ? '—' : seconds(measured.told),
    `${measured.key} ms`,
    seconds(measured.recovered) + (row.because ? ` (${row.because})` : ''),
    String(measured.logins),
    String(Math.round(measured.perMinute)),
    `${Math.round(measured.quit)} ms`,
    `${measured.memory} MB`,
  ];
}

async function prove(row: FaultRow, rig: FaultRig, expect: ExpectStatic): Promise<Outcome> {
  const { app, sim } = rig;
  const healthy = signs.filter((sign) => !row.stale.includes(sign));
  await seesFresh(app);
  await app.sees(...values);

  const before = sim.requests.length;
  const begun = performance.now();
  row.begin(rig);
  for (const sign of row.stale) await app.sees(staleSign(sign));
  if (row.inSight) await app.sees(row.says);
  else if (!row.asleep) await opensFreshness(rig, row.says);
  const told = performance.now() - begun;
  await stands(rig, row, begun + (row.lasts ?? 3_000));
  let key = 0;
  if (!row.asleep) {
    // unaffected data is still updated, and the last good values stay
    await seesFresh(app, healthy);
    await app.sees(...values);
    for (const sign of row.stale) expect(app.text()).toMatch(staleSign(sign));
    key = await keyAnswersIn(rig);
  }
  const lasted = performance.now() - begun;
  const requests = sim.requests.length - before;

  const during = sim.requests.length;
  const ended = performance.now();
  await row.end(rig);
  await seesFresh(app);
  await app.sees(...values);
  await app.until(() => answered(rig, during), 'everything is answered again');
  await seesFresh(app);
  await app.sees(...values);
  const recovered = performance.now() - ended;
  if (row.asleep) {
    await opensFreshness(rig, row.says);
    key = await keyAnswersIn(rig);
  }

  const logins = rig.logins();
  const memory = rig.memory();
  const quitting = performance.now();
  app.press('q');
  expect(await app.ends()).toBe(0);
  const quit = performance.now() - quitting;

  const outcome = {
    row,
    told,
    key,
    recovered,
    quit,
    logins,
    requests,
    perMinute: (requests / lasted) * 60_000,
    memory,
  };
  // The figures of the table are measured on a quiet machine; on a busy one they say nothing about the program.
  if (writing) {
    expect(key, 'ms until a key is answered').toBeLessThan(200);
    expect(recovered, 'ms until all is well again').toBeLessThan(row.recovers ?? RECOVERS);
    expect(quit, 'ms until the program is gone').toBeLessThan(1_000);
  }
  expect(logins, 'logins').toBeLessThanOrEqual(5);
  expect(requests, 'requests').toBeLessThanOrEqual(polite(lasted));
  expect(memory, 'MB at most').toBeLessThan(400);
  return outcome;
}

/** Waits until the fault has lasted long enough, and until the required state has been reached. */
async function stands(rig: FaultRig, row: FaultRow, until: number): Promise<void> {
  // A program that is stopped paints nothing: there is no state to wait for.
  if (row.asleep) await new Promise((fulfil) => setTimeout(fulfil, until - performance.now()));
  else {
    const over = () => performance.now() >= until && (row.until?.(rig) ?? true);
    await rig.app.until(over, 'the fault has lasted');
  }
}

/** Dashboard and journal have been answered since the request with that number. */
function answered({ sim }: FaultRig, since: number): boolean {
  const good = sim.requests.slice(since).filter(({ status }) => status === 200);
  return ['/api/cluster/dashboard', '/api/cluster/journal'].every((path) =>
    good.some((one) => one.path === path),
  );
}

/** Opens the freshness dialog until it shows this; each opening shows the state of that moment. */
async function opensFreshness({ app }: FaultRig, says: RegExp): Promise<void> {
  for (;;) {
    app.press('!');
    await app.sees('Can this screen be trusted?');
    const found = says.test(app.text());
    app.press('esc');
    await app.seesNo('Can this screen be trusted?');
    if (found) return;
    const second = app.text().slice(0, 160);
    await app.until(() => app.text().slice(0, 160) !== second, 'the clock goes on');
  }
}

/** ms from a key to the screen that answers it: the shortest of three, because tests share their machine. */
async function keyAnswersIn({ app }: FaultRig): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const pressed = performance.now();
    app.press('?');
    await app.sees('Search:');
    best = Math.min(best, performance.now() - pressed);
    app.press('esc');
    await app.seesNo('Search:');
  }
  return Math.round(best);
}
