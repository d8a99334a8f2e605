import { expect, test } from 'vitest';
import { failureOf } from '../../src/actions/failure.ts';
import { markBeside } from '../../src/actions/time-travel.ts';
import { NetworkError } from '../../src/http/errors.ts';
import { writing } from '../support/writing.ts';

const LOOK = 'Look at the list of users.';

test('only what never left is said to have changed nothing', () => {
  const unsent = new NetworkError('REFUSED', 'nothing listens there', { sent: false });
  expect(failureOf(unsent, LOOK)).toMatchObject({
    kind: 'failed',
    message: 'Not sent, nothing changed: nothing listens there',
  });
  const sent = new NetworkError('RESET', 'the connection broke', { sent: true });
  expect(failureOf(sent, LOOK).message).not.toContain('nothing changed');
  expect(failureOf(new Error('a fault of our own'), LOOK)).toMatchObject({
    kind: 'unknown',
    howToFindOut: LOOK,
  });
});

test('without a cloud its writes say so, and send nothing', async () => {
  const { mutations, sent } = await writing({ mutations: { cloud: undefined } });
  expect((await mutations.cloudValues()).kind).not.toBe('ok');
  expect(sent()).toEqual([]);
});

test('a limit that was taken away meanwhile is told as no limit', async () => {
  const { mutations, simulator } = await writing();
  const read = await mutations.readTranscode();
  if (read.kind !== 'ok') throw new Error(read.message);
  simulator.world.settings.transcode.thumbGenerateTaskLimit = null;
  expect(await mutations.updateTranscode({ transcodeTaskLimit: 3 }, read.value)).toMatchObject({
    kind: 'refused',
    fields: { thumbGenerateTaskLimit: [expect.stringContaining('the server now says no limit')] },
  });
});

test('jumping from problem to problem passes over what is only a remark', () => {
  const mark = (at: number, severity: 'critical' | 'warning' | 'info') => ({ at, severity, label: '' });
  const marks = [mark(1, 'warning'), mark(2, 'info'), mark(3, 'critical')];
  expect(markBeside(marks, 1, 1)?.at).toBe(3);
  expect(markBeside(marks, 3, -1)?.at).toBe(1);
});
