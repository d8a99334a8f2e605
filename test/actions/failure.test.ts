import { expect, test } from 'vitest';
import { failureOf, readFailureOf } from '../../src/actions/failure.ts';
import { markBeside } from '../../src/actions/time-travel.ts';
import { unreadableWarning } from '../../src/actions/unreadable.ts';
import {
  BadCredentials,
  NetworkError,
  RateLimited,
  Redirected,
  SchemaError,
  UnknownOutcome,
} from '../../src/http/errors.ts';

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

test('what was turned down is refused, with the status where a server said it; what came back odd has failed', () => {
  const ours = new RateLimited('too many logins: wait 12 s', {});
  const kinds = [
    ours,
    new RateLimited('wait', { status: 429 }),
    new BadCredentials(401, 'no', {}),
    new Redirected(301, 'https://elsewhere', {}),
    new SchemaError('data', 'expected an object', {}),
  ].map((error) => ({ status: 'none', ...failureOf(error, LOOK) }));
  expect(kinds.map(({ kind, status }) => [kind, status])).toEqual([
    ['refused', undefined],
    ['refused', 429],
    ['refused', 401],
    ['refused', 301],
    ['failed', 'none'],
  ]);
  expect(kinds[0]).toMatchObject({ message: 'too many logins: wait 12 s' });
});

test('what only reads never may have happened: it is told by what went wrong', () => {
  const broken = new NetworkError('RESET', 'the connection broke', { sent: true });
  expect(readFailureOf(new UnknownOutcome('transcodeSettings', broken))).toEqual({
    kind: 'failed',
    message: 'the connection broke',
  });
  expect(readFailureOf(new Error('a fault of our own'))).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('castwatch itself failed'),
  });
});

test('of a response that cannot be read, the first five places are told', () => {
  const at = (path: string) => ({ path, reason: 'expected text', item: false });
  expect(unreadableWarning([])).toBeUndefined();
  expect(unreadableWarning([at('')])).toMatch(/could not be read: the whole response\.$/);
  expect(unreadableWarning(['a', 'b', 'c', 'd', 'e'].map(at))).toMatch(/: a, b, c, d, e\.$/);
  expect(unreadableWarning(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(at))).toMatch(
    /: a, b, c, d, e and 2 more\.$/,
  );
});

test('jumping from problem to problem passes over what is only a remark', () => {
  const mark = (at: number, severity: 'critical' | 'warning' | 'info') => ({ at, severity, label: '' });
  const marks = [mark(1, 'warning'), mark(2, 'info'), mark(3, 'critical')];
  expect(markBeside(marks, 1, 1)?.at).toBe(3);
  expect(markBeside(marks, 3, -1)?.at).toBe(1);
  expect(markBeside(marks, 3, 1)).toBeUndefined();
  expect(markBeside(marks, 1, -1)).toBeUndefined();
});
