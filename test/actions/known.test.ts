import { expect, test } from 'vitest';
import { userFacts } from '../../src/actions/known.ts';
import type { User } from '../../src/protocol/user.ts';
import { withUnknown } from '../../src/ui/screens/users/forms.ts';

const facts = (user: User, sent = {}) => userFacts(user, sent, 1_000);

test('a field is locked where it may not be edited, or names what locked it', () => {
  const bare = { value: 'anna', editable: undefined, masked: undefined, lockedBy: undefined };
  const lockedBy = (wrapper: object) =>
    facts({ id: 1, attributes: { username: { ...bare, ...wrapper } } } as User).locked.username;
  expect(lockedBy({ editable: false })).toBe('');
  expect(lockedBy({ lockedBy: 'USER_NAME' })).toBe('USER_NAME');
  expect(lockedBy({ editable: false, lockedBy: 'USER_NAME' })).toBe('USER_NAME');
  expect([lockedBy({ editable: true }), lockedBy({})]).toEqual([undefined, undefined]);
});

test('a locked password is named, and its value is not kept', () => {
  const password = { value: 'Very-secret-9173', editable: false, masked: false, lockedBy: null };
  const user = facts({ id: 1, attributes: { password } } as User);
  expect(user.locked).toEqual({ password: '' });
  expect(JSON.stringify(user)).not.toContain('Very-secret');
});

test('the response counts before the request, and a value in neither is unknown', () => {
  const attributes = { username: { value: 'anna' }, algorithm: { value: 'SHA256' } };
  const told = { id: 0, username: 'anna', algorithm: 'SHA256', locked: {}, rights: {}, at: 1_000 };
  expect(facts({ id: 0, attributes } as User, { id: 7, name: 'eva' })).toEqual(told);
  expect(facts({} as User, { id: 7, name: 'eva' })).toMatchObject({ id: 7, username: 'eva' });
  expect(facts({} as User)).toMatchObject({ id: undefined, username: undefined, algorithm: undefined });
});

test('rights are spelled as in requests, and unknown ones are kept and sent back unchanged', () => {
  const accessRights = [
    { name: 'SERVER', value: 'READ_ONLY' },
    { name: 'Stream', value: 'OWNER' },
    { name: 'Recording', value: 'EXPORT' },
    { name: 'viewer', value: null },
  ];
  const known = facts({ id: 7, attributes: { accessRights } } as User);
  expect(known.rights).toEqual({ server: 'read_only', stream: 'owner' });
  const server = { name: 'server', value: 'none' };
  expect(withUnknown([server], known)).toEqual([server, ...accessRights.slice(1, 3)]);
  // A level that was chosen is sent.
  const chosen = { name: 'stream', value: 'none' };
  expect(withUnknown([chosen], known)).toEqual([chosen, accessRights[2]]);
});
