import assert from 'node:assert';
import { expect, onTestFinished, test } from 'vitest';
import type { IncidentAlert } from '../../src/alerts/incident-alert.ts';
import type { MessageJson } from '../../src/alerts/message-json.ts';
import { createPostOffice, type Delivered, type PostOffice } from '../../src/alerts/post-office.ts';
import { createOutbox } from '../../src/history/outbox.ts';
import { historyPath, openTestHistory } from '../history/rig.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { alertFor, cluster, fakeWay, rules, standing, storedMessage } from './rig.ts';

/** A program that sends; `answer` is what the receiver does. */
async function start(answer: (message: MessageJson) => Delivered | Promise<Delivered>, path?: string) {
  const clock = new ManualClock(sampleNow);
  const delivered: MessageJson[] = [];
  const lines: string[] = [];
  const outbox = createOutbox(await openTestHistory(path));
  const untold = () => office.untold();
  const office: PostOffice = createPostOffice({
    ...{ name: 'webhook', state: sampleState, rules, cluster, clock, isOurs: () => true, untold },
    way: fakeWay(async (_id, message) => {
      delivered.push(message);
      return answer(message);
    }),
    log: (line) => lines.push(line),
  });
  office.recall(outbox);
  onTestFinished(() => office.close());
  const show = (...alerts: readonly IncidentAlert[]) => office.update(standing(...alerts), outbox);
  return {
    ...{ clock, delivered, lines, outbox, untold, show, close: office.close },
    /** Shows the same incidents again for this many seconds. */
    async pass(seconds: number, ...alerts: readonly IncidentAlert[]) {
      for (let second = 0; second < seconds; second++) {
        show(...alerts);
        await clock.advance(1_000);
      }
    },
  };
}

const sent = (): Delivered => ({ kind: 'sent', outcome: 'answered 200' });
const alert = alertFor();

const culprits = ({ delivered }: { readonly delivered: readonly MessageJson[] }) =>
  delivered.map(({ incident }) => incident?.culprit);

test('what the receiver refuses goes again at once, plain, until it is taken', async () => {
  const program = await start(({ incident }) =>
    incident?.culprit === '' ? sent() : { kind: 'refused', outcome: 'answered 400' },
  );
  program.show(alert, alertFor('edge-2'));
  // A crash between here and the answer loses none of them.
  expect(program.outbox.waiting('webhook')).toHaveLength(2);
  const outcomes = () => program.outbox.list(9).map(({ outcome }) => outcome);
  await expect.poll(outcomes).toEqual(['answered 200', 'answered 200']);
  expect(culprits(program)).toEqual(['edge-1', 'edge-2', '', '']);
});

test('what could not be told for ten minutes is listed, and the next message names it', async () => {
  const program = await start(({ incident }) =>
    incident?.id === alert.id ? { kind: 'refused', outcome: 'answered 403' } : sent(),
  );
  await program.pass(599, alert);
  expect(program.untold()).toEqual([]);
  await program.pass(2, alert);
  expect(program.untold()).toMatchObject([{ event: 'raised', outcome: 'answered 403', doneAt: undefined }]);
  program.show(alert, alertFor('edge-2'));
  await program.clock.advance(1);
  expect(program.delivered.at(-1)?.untold).toEqual(['webhook: CRITICAL eu: Server load: edge-1']);
});

test('the end waits for the answer to what is being sent, so that it is not sent again', async () => {
  const answer = Promise.withResolvers<Delivered>();
  const program = await start(() => answer.promise);
  program.show(alert);
  const closed = program.close();
  await program.clock.advance(1);
  answer.resolve(sent());
  await closed;
  expect(program.outbox.waiting('webhook')).toEqual([]);
  expect(program.outbox.list(9)).toMatchObject([{ outcome: 'answered 200' }]);
});

test('a message leaves although it cannot be stored, which is told once', async () => {
  const program = await start(sent);
  Object.assign(program.outbox, { keep: () => assert.fail('no room left') });
  await program.pass(3, alert);
  expect(program.delivered).toHaveLength(1);
  const told = program.lines.filter((line) => line.includes('kept in memory'));
  expect(told).toEqual(['what is sent is kept in memory, it cannot be stored: no room left']);
});

test('a damaged message is given up', async () => {
  const path = await historyPath();
  const db = await openTestHistory(path);
  createOutbox(db).keep('webhook', {}, [storedMessage({ data: { schema: 'other' } })]);
  const program = await start(sent, path);
  program.show();
  const damaged = { failed: true, outcome: 'the stored message is damaged' };
  await expect.poll(() => program.outbox.list(9)).toMatchObject([damaged]);
  expect(program.delivered).toEqual([]);
});

const later = (): Delivered => ({ kind: 'later', outcome: 'no' });

test('a message of yesterday is given up', async () => {
  const program = await start(later);
  await program.pass(1, alert);
  await program.clock.advance(24 * 3_600_000);
  program.show(alert);
  await expect.poll(() => program.outbox.list(9)).toMatchObject([{ failed: true, outcome: 'no' }]);
});

test('an outage comes before what failed, and both before warnings', async () => {
  const program = await start(later);
  const [old, mild] = [alertFor('old'), alertFor('mild', { severity: 'warning' })];
  await program.pass(1, old);
  await program.clock.advance(60_000);
  program.show(old, mild, alertFor('outage'));
  await program.clock.advance(1);
  expect(culprits(program)).toEqual(['old', 'outage', 'old', 'mild']);
});

test('a later message about an incident takes the place of one that failed', async () => {
  const program = await start(({ event }) => (event === 'raised' ? later() : sent()));
  await program.pass(1, alertFor('edge-1', { severity: 'warning' }));
  await program.pass(40, alert);
  expect(program.delivered.map(({ event }) => event)).toEqual(['raised', 'changed']);
  expect(program.outbox.waiting('webhook')).toEqual([]);
  const given = { failed: true, outcome: expect.stringContaining('took its place: no') };
  expect(program.outbox.list(9)).toContainEqual(expect.objectContaining(given));
});

test('a receiver that asks for a long wait is asked again after ten minutes', async () => {
  const program = await start(() => ({ kind: 'later', outcome: 'answered 429', after: 3_600_000 }));
  await program.pass(601, alert);
  expect(program.delivered).toHaveLength(2);
});
