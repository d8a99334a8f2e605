import { expect, onTestFinished, test } from 'vitest';
import { writeFailure } from '../../src/actions/failure.ts';
import { userFacts } from '../../src/actions/known.ts';
import { connect } from '../../src/http/connect.ts';
import { UnknownOutcome } from '../../src/http/errors.ts';
import { withUnknown } from '../../src/ui/screens/users/forms.ts';
import { serveWithLogin } from '../http/support.ts';

/* Answers that the server gives only once are kept in memory unchanged, in any shape. */

const bodies = [
  ['broken JSON', 'application/json', '{"data": {"id": 7, "password": "once-1"'],
  ['a web page', 'text/html', '<p>user 7, password once-1</p>'],
  ['a list', 'application/json', '[{"id": 7, "password": "once-1"}]'],
  ['another nesting', 'application/json', '{"data": {"user": {"id": 7, "password": "once-1"}}}'],
  ['an id as text', 'application/json', '{"data": {"id": "usr_42", "note": "once-1"}}'],
] as const;

async function apiAnswering(type: string, body: string) {
  const { url } = await serveWithLogin((_request, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(body);
  });
  const connection = connect({
    url,
    cloudUrl: url,
    credentials: async () => ({ username: 'op', password: 'secret' }),
    apiKey: async () => 'key',
  });
  onTestFinished(() => connection.close());
  return connection;
}

test.each(bodies)('%s: the answers to A2, A14 and B1 are kept whole', async (_what, type, body) => {
  const { api, cloud } = await apiAnswering(type, body);
  const user = { username: 'anna', password: 'Correct-horse-9', accessRights: [] };
  const writes = [
    () => api.createUser(user),
    () => api.replaceLicense('new-key'),
    () => cloud?.createStream({ name: 'concert', regionId: 4 }),
  ];
  for (const write of writes) {
    const found = await Promise.resolve(write()).catch((error: unknown) => error);
    expect(found).toMatchObject({ answer: body });
    if (found instanceof UnknownOutcome)
      expect(writeFailure(found, 'Look.')).toMatchObject({ kind: 'unknown', answer: body });
  }
});

test('messages and errors never quote the answer', async () => {
  const { api } = await apiAnswering('text/html', 'once-1');
  const error = await api.replaceLicense('new-key').catch((found: unknown) => found);
  expect(String(error)).not.toContain('once-1');
});

test('unknown rights are kept and sent back unchanged', () => {
  const accessRights = [
    { name: 'Server', value: 'READ_ONLY' },
    { name: 'Stream', value: 'OWNER' },
    { name: 'Recording', value: 'EXPORT' },
  ];
  const facts = userFacts({ id: 7, attributes: { accessRights } }, {}, 0);
  expect(facts.rights).toEqual({ server: 'read_only', stream: 'owner' });
  expect(withUnknown([{ name: 'server', value: 'none' }], facts)).toEqual([
    { name: 'server', value: 'none' },
    { name: 'Stream', value: 'OWNER' },
    { name: 'Recording', value: 'EXPORT' },
  ]);
  // A level that was chosen is sent.
  const chosen = [{ name: 'stream', value: 'none' }];
  expect(withUnknown(chosen, facts)).toEqual([...chosen, { name: 'Recording', value: 'EXPORT' }]);
});
