import { type ExpectStatic, test } from 'vitest';
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

/** The figures of a quiet machine are checked, too: on a busy one they say nothing about the program. */
const isQuiet = process.env.CASTWATCH_QUIET === '1';

for (const row of faultRows.filter(({ alike }) => isLong || !alike))
  test.concurrent(row.name, async ({ expect }) => {
    await using rig = await openRig(row.way ?? 'plain');
    await prove(row, rig, expect);
  });

async function prove(row: FaultRow, rig: FaultRig, expect: ExpectStatic): Promise<void> {
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
  const memory = app.memory();
  const quitting = performance.now();
  app.press('q');
  expect(await app.ends()).toBe(0);
  const quit = performance.now() - quitting;

  if (isQuiet) {
    expect(key, 'ms until a key is answered').toBeLessThan(200);
    expect(recovered, 'ms until all is well again').toBeLessThan(row.recovers ?? RECOVERS);
    expect(quit, 'ms until the program is gone').toBeLessThan(1_000);
  }
  expect(logins, 'logins').toBeLessThanOrEqual(5);
  expect(requests, 'requests').toBeLessThanOrEqual(polite(lasted));
  expect(memory, 'MB at most').toBeLessThan(400);
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
