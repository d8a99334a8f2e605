import { expect, test } from 'vitest';
import type { FollowedIncident } from '../../src/alerts/follow.ts';
import type { MessageJson } from '../../src/alerts/message-json.ts';
import { createPostOffice } from '../../src/alerts/post-office.ts';
import type { Delivered } from '../../src/alerts/way.ts';
import { createOutbox } from '../../src/history/outbox.ts';
import { historyPath, openTestHistory } from '../history/rig.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleNow } from '../support/sample-state.ts';
import { alertFor, cluster, rules, standing } from './rig.ts';

/** A program that sends, with the history file at `path`; `answer` is what the receiver does. */
async function start(
  path: string,
  clock: ManualClock,
  answer: (closed: Promise<void>) => Delivered | Promise<Delivered>,
) {
  let stop = () => {};
  /** Settles when the way is closed. */
  const closed = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const delivered: { id: string; event: MessageJson['event'] }[] = [];
  const db = await openTestHistory(path);
  const outbox = createOutbox(db);
  const office = createPostOffice({
    name: 'webhook',
    way: {
      target: 'receiver',
      async deliver(id, { event }) {
        delivered.push({ id, event });
        return answer(closed);
      },
      async close() {
        stop();
      },
    },
    rules,
    cluster,
    clock,
    log: () => {},
  });
  const remembered = office.remembered(outbox);
  return {
    delivered,
    outbox,
    remembered,
    show: (...followed: readonly FollowedIncident[]) => office.update(followed, outbox),
    async end() {
      await office.close();
      db.close();
    },
  };
}

const sent = (): Delivered => ({ kind: 'sent', outcome: 'answered 200' });
const alert = alertFor();

test('a message is delivered once, and the list says what came back', async () => {
  const clock = new ManualClock(sampleNow);
  const program = await start(await historyPath(), clock, sent);
  program.show(...standing(alert));
  program.show(...standing(alert));
  await expect
    .poll(() => program.outbox.list(9))
    .toMatchObject([{ event: 'raised', outcome: 'answered 200', failed: false, doneAt: sampleNow }]);
  expect(program.delivered).toHaveLength(1);
  await program.end();
});

test('a message that failed is sent again with the same id, later each time', async () => {
  const clock = new ManualClock(sampleNow);
  const program = await start(await historyPath(), clock, () => ({ kind: 'later', outcome: 'no' }));
  const tried: number[] = [];
  for (let second = 0; second < 40; second++) {
    const before = program.delivered.length;
    program.show(...standing(alert));
    await clock.advance(1_000);
    if (program.delivered.length > before) tried.push(second);
  }
  expect(tried).toEqual([0, 5, 15, 35]);
  expect(new Set(program.delivered.map(({ id }) => id)).size).toBe(1);
  await program.end();
});

test('messages stay in order behind one that cannot be delivered', async () => {
  const clock = new ManualClock(sampleNow);
  let isDown = true;
  const program = await start(await historyPath(), clock, () =>
    isDown ? { kind: 'later', outcome: 'no' } : sent(),
  );
  program.show(...standing(alert));
  await clock.advance(1);
  isDown = false;
  await clock.advance(70_000);
  program.show({ alert, returns: 0, endedAt: sampleNow });
  await expect
    .poll(() => program.delivered.map(({ event }) => event))
    .toEqual(['raised', 'raised', 'cleared']);
  await program.end();
});

test('a refused message is given up, and the next one is sent', async () => {
  const clock = new ManualClock(sampleNow);
  const program = await start(await historyPath(), clock, () => ({
    kind: 'refused',
    outcome: 'answered 400',
  }));
  program.show(...standing(alert, alertFor('edge-2')));
  await expect.poll(() => program.outbox.list(9).map(({ failed }) => failed)).toEqual([true, true]);
  await program.end();
});

test('a program that is killed before a message is sent loses none, and sends none that was sent', async () => {
  const path = await historyPath();
  const clock = new ManualClock(sampleNow);
  const hanging = await start(path, clock, () => new Promise(() => {}));
  hanging.show(...standing(alert));
  await expect.poll(() => hanging.delivered.length).toBe(1);
  // It is not closed, as after kill -9.
  const next = await start(path, clock, sent);
  expect(next.remembered).toMatchObject([{ alert: { id: alert.id } }]);
  next.show(...standing(alert));
  await expect.poll(() => next.outbox.first('webhook')).toBeUndefined();
  expect(next.delivered).toEqual(hanging.delivered);
  next.show(...standing(alert));
  await clock.advance(1_000);
  expect(next.delivered).toHaveLength(1);
  await next.end();
});

test('the end of the program ends a delivery that hangs, and keeps its message', async () => {
  const path = await historyPath();
  const clock = new ManualClock(sampleNow);
  const program = await start(path, clock, (closed) =>
    closed.then(() => ({ kind: 'later', outcome: 'castwatch ended' })),
  );
  program.show(...standing(alert));
  await expect.poll(() => program.delivered.length).toBe(1);
  await program.end();
  const next = await start(path, clock, sent);
  expect(next.outbox.first('webhook')?.id).toBe(program.delivered[0]?.id);
  await next.end();
});

test('a damaged message is given up', async () => {
  const clock = new ManualClock(sampleNow);
  const program = await start(await historyPath(), clock, sent);
  program.outbox.put('webhook', {}, [
    { id: 'x', way: 'webhook', at: sampleNow, event: 'raised', summary: '', data: { schema: 'other' } },
  ]);
  program.show();
  await expect
    .poll(() => program.outbox.list(9))
    .toMatchObject([{ failed: true, outcome: 'the stored message is damaged' }]);
  expect(program.delivered).toEqual([]);
  await program.end();
});

test('a message of yesterday is given up', async () => {
  const clock = new ManualClock(sampleNow);
  const program = await start(await historyPath(), clock, () => ({ kind: 'later', outcome: 'no' }));
  program.show(...standing(alert));
  await clock.advance(1);
  await clock.advance(24 * 3_600_000);
  program.show(...standing(alert));
  await expect.poll(() => program.outbox.list(9)).toMatchObject([{ failed: true, outcome: 'no' }]);
  await program.end();
});
