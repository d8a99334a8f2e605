import { expect, test } from 'vitest';
import { createOutbox, type NewMessage } from '../../src/history/outbox.ts';
import { openTestHistory } from './rig.ts';

const DAY = 86_400_000;
const message = (id: string, way: string, at: number): NewMessage => ({
  id,
  way,
  at,
  event: 'begins',
  summary: `about ${id}`,
  data: { id },
});

test('each way has its own messages, oldest first, and a done one is not sent again', async () => {
  const box = createOutbox(await openTestHistory());
  box.put('webhook', {}, [message('w1', 'webhook', 1), message('w2', 'webhook', 2)]);
  box.put('command', {}, [message('c1', 'command', 3)]);
  expect([box.first('webhook')?.id, box.first('command')?.id, box.first('other')]).toEqual([
    'w1',
    'c1',
    undefined,
  ]);
  box.retry('w1', 500, 'no answer');
  expect(box.first('webhook')).toMatchObject({
    id: 'w1',
    tries: 1,
    nextAt: 500,
    outcome: 'no answer',
    failed: false,
  });
  box.done('w1', 600, { outcome: 'given up', failed: true });
  box.done('c1', 700, { outcome: 'exit code 0', failed: false });
  expect([box.first('webhook')?.id, box.first('command')]).toEqual(['w2', undefined]);
  expect(box.list(9).map(({ id, failed, doneAt }) => [id, failed, doneAt])).toEqual([
    ['c1', false, 700],
    ['w2', false, undefined],
    ['w1', true, 600],
  ]);
});

test('done messages go after a week; those that wait stay, and of too many the oldest are given up', async () => {
  const box = createOutbox(await openTestHistory());
  box.put('webhook', {}, [message('old', 'webhook', 1), message('waits', 'webhook', 1)]);
  box.done('old', 2, { outcome: 'sent', failed: false });
  const many = Array.from({ length: 1_000 }, (_, n) => message(`n${n}`, 'webhook', 8 * DAY + n));
  box.put('webhook', {}, many);
  const all = box.list(2_000);
  expect(all.find(({ id }) => id === 'old')).toBeUndefined();
  expect(all.find(({ id }) => id === 'waits')).toMatchObject({
    failed: true,
    outcome: 'too many messages were waiting',
  });
  expect(box.first('webhook')?.id).toBe('n0');
});
