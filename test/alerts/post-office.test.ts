import { expect, test } from 'vitest';
import type { FollowedIncident } from '../../src/alerts/follow.ts';
import type { MessageJson } from '../../src/alerts/message-json.ts';
import type { Delivered } from '../../src/alerts/post-office.ts';
import { createPostOffice, type PostOffice } from '../../src/alerts/post-office.ts';
import { createOutbox } from '../../src/history/outbox.ts';
import { historyPath, openTestHistory } from '../history/rig.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { alertFor, cluster, fakeWay, rules, standing, storedMessage } from './rig.ts';

/** A program that sends, with the history file at `path`; `answer` is what the receiver does. */
async function start(
  path: string,
  clock: ManualClock,
  answer: (closed: Promise<void>, message: MessageJson) => Delivered | Promise<Delivered>,
) {
  const { promise: closed, resolve: stop } = Promise.withResolvers<void>();
  const delivered: { id: string; event: MessageJson['event']; culprit: string | undefined }[] = [];
  const lines: string[] = [];
  const db = await openTestHistory(path);
  const outbox = createOutbox(db);
  const office: PostOffice = createPostOffice({
    name: 'webhook',
    state: sampleState,
    way: fakeWay(
      async (id, message) => {
        delivered.push({ id, event: message.event, culprit: message.incident?.culprit });
        return answer(closed, message);
      },
      async () => stop(),
    ),
    rules,
    cluster,
    clock,
    isOurs: () => true,
    untold: () => office.untold(),
    log: (line) => lines.push(line),
  });
  const remembered = office.recall(outbox);
  return {
    delivered,
    lines,
    db,
    outbox,
    remembered,
    unstored: () => office.unstored(),
    untold: () => office.untold(),
    show: (...followed: readonly FollowedIncident[]) => office.update(followed, outbox),
    async end() {
      await office.close();
      db.close();
    },
  };
}

const sent = (): Delivered => ({ kind: 'sent', outcome: 'answered 200' });
const alert = alertFor();

test('what the receiver refuses goes again at once, plain, until it is taken', async () => {
  const clock = new ManualClock(sampleNow);
  const program = await start(await historyPath(), clock, (_, { incident }) =>
    incident?.culprit === '' ? sent() : { kind: 'refused', outcome: 'answered 400' },
  );
  program.show(...standing(alert, alertFor('edge-2')));
  // A crash between here and the answer loses none of them.
  expect(program.outbox.waiting('webhook')).toHaveLength(2);
  const outcomes = () => program.outbox.list(9).map(({ outcome }) => outcome);
  await expect.poll(outcomes).toEqual(['answered 200', 'answered 200']);
  expect(program.delivered.map(({ culprit }) => culprit)).toEqual(['edge-1', 'edge-2', '', '']);
  await program.end();
});

test('what could not be told for ten minutes is listed, and the next message names it', async () => {
  const clock = new ManualClock(sampleNow);
  const heard: MessageJson[] = [];
  const program = await start(await historyPath(), clock, (_, message) => {
    heard.push(message);
    return message.incident?.id === alert.id ? { kind: 'refused', outcome: 'answered 403' } : sent();
  });
  await pass(599, clock, () => program.show(...standing(alert)));
  expect(program.untold()).toEqual([]);
  await pass(2, clock, () => program.show(...standing(alert)));
  expect(program.untold()).toMatchObject([{ event: 'raised', outcome: 'answered 403', doneAt: undefined }]);
  program.show(...standing(alert, alertFor('edge-2')));
  await clock.advance(1);
  expect(heard.at(-1)?.untold).toEqual(['webhook: CRITICAL eu: Server load: edge-1']);
  await program.end();
});

test('the end waits for the answer to what is being sent, so that it is not sent again', async () => {
  const path = await historyPath();
  const clock = new ManualClock(sampleNow);
  const answer = Promise.withResolvers<Delivered>();
  const program = await start(path, clock, () => answer.promise);
  program.show(...standing(alert));
  const ended = program.end();
  await clock.advance(1);
  answer.resolve(sent());
  await ended;
  const db = await openTestHistory(path);
  expect(createOutbox(db).waiting('webhook')).toEqual([]);
  db.close();
});

test('a message leaves although it cannot be stored, which is told once', async () => {
  const clock = new ManualClock(sampleNow);
  const program = await start(await historyPath(), clock, sent);
  Object.assign(program.outbox, {
    keep() {
      throw new Error('no room left');
    },
  });
  for (let nth = 0; nth < 3; nth++) {
    program.show(...standing(alert));
    await clock.advance(1_000);
  }
  expect(program.delivered).toHaveLength(1);
  const told = program.lines.filter((line) => line.includes('kept in memory'));
  expect(told).toEqual(['what is sent is kept in memory, it cannot be stored: no room left']);
  await program.end();
});

test('a damaged message is given up', async () => {
  const path = await historyPath();
  const db = await openTestHistory(path);
  createOutbox(db).keep('webhook', {}, [storedMessage({ data: { schema: 'other' } })]);
  db.close();
  const program = await start(path, new ManualClock(sampleNow), sent);
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

/** Shows the same incidents again for this many seconds. */
async function pass(seconds: number, clock: ManualClock, show: () => void) {
  for (let second = 0; second < seconds; second++) {
    show();
    await clock.advance(1_000);
  }
}

test('an outage comes before what failed, and both before warnings', async () => {
  const clock = new ManualClock(sampleNow);
  const program = await start(await historyPath(), clock, () => ({ kind: 'later', outcome: 'no' }));
  const old = alertFor('old');
  const mild = alertFor('mild', { severity: 'warning' });
  await pass(1, clock, () => program.show(...standing(old)));
  await clock.advance(60_000);
  program.show(...standing(old, mild, alertFor('outage')));
  await clock.advance(1);
  expect(program.delivered.map(({ culprit }) => culprit)).toEqual(['old', 'outage', 'old', 'mild']);
  await program.end();
});

test('a later message about an incident takes the place of one that failed', async () => {
  const clock = new ManualClock(sampleNow);
  const program = await start(await historyPath(), clock, (_, { event }) =>
    event === 'raised' ? { kind: 'later', outcome: 'no' } : sent(),
  );
  await pass(1, clock, () => program.show(...standing(alertFor('edge-1', { severity: 'warning' }))));
  await pass(40, clock, () => program.show(...standing(alert)));
  expect(program.delivered.map(({ event }) => event)).toEqual(['raised', 'changed']);
  expect(program.outbox.waiting('webhook')).toEqual([]);
  const given = { failed: true, outcome: expect.stringContaining('took its place: no') };
  expect(program.outbox.list(9)).toContainEqual(expect.objectContaining(given));
  await program.end();
});

test('a receiver that asks for a long wait is asked again after ten minutes', async () => {
  const clock = new ManualClock(sampleNow);
  const program = await start(await historyPath(), clock, () => ({
    kind: 'later',
    outcome: 'answered 429',
    after: 3_600_000,
  }));
  await pass(601, clock, () => program.show(...standing(alert)));
  expect(program.delivered).toHaveLength(2);
  await program.end();
});
