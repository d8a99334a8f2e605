import { expect, test } from 'vitest';
import { unit } from '../../src/simulator/rng.ts';
import { isLong } from '../support/long.ts';
import { startSimulator } from '../world/start.ts';
import { type Driver, launch } from './driver.ts';
import { ANSWERED } from './fresh.ts';

const PRESSES = isLong ? 10_000 : 600;
const BATCH = 25;
/** Requests that are allowed in read-only mode: all others would change something. */
const READING = [
  /^POST \/api\/auth\/login$/,
  /^GET \/api\/(streams|applications)(\/|$)/,
  /^POST \/api\/(streams|applications|viewers)\/batch$/,
  /^GET \/api\/cluster\/(journal|dashboard|topology)$/,
  /^GET \/cloud\/api\/request\/stream\/create-possible-values$/,
];

/** All keys except those that quit: `q` and Ctrl-C; Ctrl-Z would leave the terminal without a program. */
const plain = [...'abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 /:?!+-=[]{}<>.,@~\'"é大'];
/** Blanks between them. */
const listed = (keys: string) => keys.split(' ');
const ends = '[Z [3~ [A [B [C [D [H [F [5~ [6~';
const special = [
  ...listed('\r \r \t \x7f \x04 \x15 \x06 \x02 \x0c \x0f \x12 \x17'),
  ...listed(ends).map((end) => `\x1b${end}`),
];
/** The keys that a user presses most to change something. */
const writing = ['6', 'v', 'a', 'e', 'x', 'L', 'i', 'r', 'y', 'y', '\r', 'n', '42 anna\r', 'anna'];
const pastes = ['anna', '1', 'yyy\r\n', 'users\n', 'y', '{SOURCE_INPUT}\n', 'a'.repeat(3_000)];
const commands = 'audit,users,transcoding,license,cloud,streams live,theme light,health,profile main'.split(
  ',',
);

function* presses(seed: number): Generator<string> {
  let draw = 0;
  const random = () => unit(seed, draw++);
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  for (;;) {
    const kind = random();
    if (kind < 0.4) yield one(plain);
    else if (kind < 0.6) yield one(special);
    else if (kind < 0.9) yield one(writing);
    else if (kind < 0.92) yield `\x1b[200~${one(pastes)}\x1b[201~`;
    else if (kind < 0.95) yield `:${one(commands)}\r`;
    else yield '\x1b';
  }
}

/** Presses the keys until all are pressed or the program ended, which a palette can do; returns their number. */
async function pressSome(app: Driver, keys: Generator<string>, most: number): Promise<number> {
  let pressed = 0;
  for (let wide = false; pressed < most && !app.exit; wide = !wide) {
    for (let index = 0; index < BATCH && !app.exit; index++) app.type(keys.next().value as string);
    pressed += BATCH;
    await drawnAt(app, wide ? 100 : 80);
  }
  return pressed;
}

/** A new size is drawn on every screen, so the keys before it have been handled. */
async function drawnAt(app: Driver, columns: number): Promise<void> {
  app.resize(columns, 24);
  // The clock is at the right end. (A terminal keeps text that was beyond its border.)
  const header = () => (app.text().split('\n')[0] ?? '').slice(0, columns).padEnd(columns);
  const drawn = () => /\d\d:\d\d:\d\d $/.test(header());
  await app.until(() => drawn() || app.exit !== undefined, `it is drawn in ${columns} columns`);
}

/** Presses all keys and restarts the program after it quit; returns the bytes of every run. */
async function pressAll(start: () => Driver, seed: number): Promise<string> {
  const keys = presses(seed);
  let raw = '';
  for (let left = PRESSES; left > 0; ) {
    await using app = start();
    await app.sees('READ-ONLY', ANSWERED, 'enter open');
    // Where writing is offered, the user is told why it is refused.
    app.press('6').press('a');
    await app.sees('Read-only: nothing is sent');
    left -= await pressSome(app, keys, left);
    if (app.exit) expect(app.exit, app.text()).toEqual({ code: 0, signal: 0 });
    else {
      // it still reacts: leaves every dialog, and quits
      for (let depth = 0; depth < 12; depth++) {
        for (const key of ['esc', 'y']) {
          app.press(key);
          await drawnAt(app, depth % 2 === 0 ? 90 : 95);
          await drawnAt(app, 80);
        }
      }
      app.press('1');
      await app.sees(/1 ?Overview/);
    }
    raw += app.raw;
  }
  return raw;
}

test('random keys in read-only mode send only requests that read', async () => {
  const sim = await startSimulator({ journalRate: 1 });
  const start = () =>
    launch({
      columns: 80,
      rows: 24,
      env: { CASTWATCH_PASSWORD: sim.password, CASTWATCH_API_KEY: sim.apiKey, EDITOR: 'true' },
      args: ['--url', sim.url, '--username', 'operator', '--cloud-url', sim.cloudUrl, '--read-only'],
    });
  const raw = await pressAll(start, 4711);
  const asked = new Set(sim.requests.map(({ method, path }) => `${method} ${path}`));
  expect([...asked].filter((request) => !READING.some((allowed) => allowed.test(request)))).toEqual([]);
  expect(asked.size).toBeGreaterThan(5);
  expect(raw).not.toMatch(/error of its own|TypeError|ReferenceError|undefined is not|\[object Object\]/);
  await sim.close();
});
