import { expect, test } from 'vitest';
import { createOutbox } from '../../src/history/outbox.ts';
import { storedMessage } from '../alerts/rig.ts';
import { openTestHistory } from './rig.ts';

const DAY = 86_400_000;
const message = (id: string, way: string, at: number) =>
  storedMessage({ id, way, at, summary: `about ${id}`, data: { id } });

test('each way has its own messages, oldest first, and a done one does not wait', async () => {
  const box = createOutbox(await openTestHistory());
  const [w1, w2] = [message('w1', 'webhook', 1), message('w2', 'webhook', 2)];
  const c1 = message('c1', 'command', 3);
  const waiting = (way: string) => box.waiting(way).map(({ id }) => id);
  box.keep('webhook', {}, [w1, w2]);
  box.keep('command', {}, [c1]);
  expect([waiting('webhook'), waiting('command'), waiting('other')]).toEqual([['w1', 'w2'], ['c1'], []]);
  const failed = { ...w1, tries: 1, nextAt: 500, outcome: 'no answer' };
  box.keep('webhook', {}, [failed]);
  expect(box.waiting('webhook')).toEqual([failed, w2]);
  box.keep('webhook', {}, [{ ...failed, tries: 2, doneAt: 600, outcome: 'given up', failed: true }]);
  box.keep('command', {}, [{ ...c1, doneAt: 700, outcome: 'exit code 0' }]);
  expect([waiting('webhook'), waiting('command')]).toEqual([['w2'], []]);
  const told = box.list(9).map(({ id, failed: isFailed, doneAt }) => `${id} ${isFailed} ${doneAt}`);
  expect(told).toEqual(['c1 false 700', 'w2 false undefined', 'w1 true 600']);
});

test('done messages go after a week; those that wait stay', async () => {
  const box = createOutbox(await openTestHistory());
  box.keep('webhook', {}, [{ ...message('old', 'webhook', 1), doneAt: 2 }, message('waits', 'webhook', 1)]);
  box.keep('webhook', {}, [message('new', 'webhook', 8 * DAY)]);
  expect(box.list(9).map(({ id }) => id)).toEqual(['new', 'waits']);
});
