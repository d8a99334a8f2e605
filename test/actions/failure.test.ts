import { expect, test } from 'vitest';
import { readFailure, writeFailure } from '../../src/actions/failure.ts';
import { unreadableWarning } from '../../src/actions/unreadable.ts';
import {
  Aborted,
  BadCredentials,
  HttpError,
  InvalidInput,
  NetworkError,
  RateLimited,
  ReadOnlyRefused,
  Redirected,
  SchemaError,
  UnknownOutcome,
} from '../../src/http/errors.ts';

const LOOK = 'Look at the list of users.';

test('only a request that was never sent is reported as "nothing was changed"', () => {
  const unsent = new NetworkError('REFUSED', 'nothing listens there', { sent: false });
  expect(writeFailure(unsent, LOOK)).toMatchObject({
    kind: 'failed',
    message: 'Not sent, nothing changed: nothing listens there',
  });
  const sent = new NetworkError('RESET', 'the connection broke', { sent: true });
  expect(writeFailure(sent, LOOK).message).not.toContain('nothing changed');
  expect(writeFailure(new Error('a fault of our own'), LOOK)).toMatchObject({
    kind: 'unknown',
    howToFindOut: LOOK,
  });
});

test.each([
  [400, 'refused'],
  [404, 'refused'],
  [499, 'refused'],
  [500, 'failed'],
  [503, 'failed'],
])('a server that answers %i: %s, with the advice to look only from 500 on', (status, kind) => {
  const fields = { username: ['taken'] };
  const failure = writeFailure(new HttpError(status, `said ${status}.`, { fields }), LOOK);
  expect(failure.kind).toBe(kind);
  if (failure.kind === 'refused') {
    expect(failure).toEqual({ kind, status, fields, message: `said ${status}.` });
  } else {
    expect(failure.message).toBe(`said ${status}. Check whether anything changed before you send it again.`);
  }
});

test('a cancelled request changed nothing only if it was not sent', () => {
  expect(writeFailure(new Aborted({ sent: false }), LOOK)).toEqual({
    kind: 'failed',
    message: 'Cancelled before it was sent; nothing changed.',
  });
  expect(writeFailure(new Aborted({ sent: true }), LOOK)).toEqual({
    kind: 'failed',
    message: 'The request was cancelled',
  });
  const lost = new UnknownOutcome('createUser', new Aborted({ sent: true }));
  expect(writeFailure(lost, LOOK)).toEqual({
    kind: 'unknown',
    message: 'It may have happened: The request was cancelled',
    howToFindOut: LOOK,
  });
});

test('a refusal by castwatch itself has no status and no fields', () => {
  const request = {
    title: 'create user',
    method: 'POST',
    path: '/api/users',
    endpoint: 'createUser',
  } as const;
  for (const error of [new ReadOnlyRefused(request), new InvalidInput('BAD_NAME', 'no such name')]) {
    expect(writeFailure(error, LOOK)).toEqual({
      kind: 'refused',
      message: error.message,
      status: undefined,
      fields: {},
    });
  }
});

test('a refused request is "refused", with the status of the server; a strange answer is "failed"', () => {
  const ours = new RateLimited('too many logins: wait 12 s', {});
  const kinds = [
    ours,
    new RateLimited('wait', { status: 429 }),
    new BadCredentials(401, 'no', {}),
    new Redirected(301, 'https://elsewhere', {}),
    new SchemaError('data', 'expected an object', {}),
  ].map((error) => ({ status: 'none', ...writeFailure(error, LOOK) }));
  expect(kinds.map(({ kind, status }) => [kind, status])).toEqual([
    ['refused', undefined],
    ['refused', 429],
    ['refused', 401],
    ['refused', 301],
    ['failed', 'none'],
  ]);
  expect(kinds[0]).toMatchObject({ message: 'too many logins: wait 12 s' });
});

test('a request that only reads is never "may have happened", but tells what went wrong', () => {
  const broken = new NetworkError('RESET', 'the connection broke', { sent: true });
  expect(readFailure(new UnknownOutcome('transcodeSettings', broken))).toEqual({
    kind: 'failed',
    message: 'the connection broke',
  });
  expect(readFailure(new Error('a fault of our own'))).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('castwatch itself failed'),
  });
});

test('a refused read stays a refusal with its status', () => {
  expect(readFailure(new HttpError(403, 'not you', {}))).toEqual({
    kind: 'refused',
    message: 'not you',
    status: 403,
    fields: {},
  });
});

test('of an unreadable response the first five places are named', () => {
  const at = (path: string) => ({ path, reason: 'expected text', item: false });
  expect(unreadableWarning([])).toBeUndefined();
  expect(unreadableWarning([at('')])).toMatch(/could not be read: the whole response\.$/);
  expect(unreadableWarning(['a', 'b', 'c', 'd', 'e'].map(at))).toMatch(/: a, b, c, d, e\.$/);
  expect(unreadableWarning(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(at))).toMatch(
    /: a, b, c, d, e and 2 more\.$/,
  );
});
