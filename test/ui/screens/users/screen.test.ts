import { expect, test } from 'vitest';
import { nothingKnown } from '../../../../src/actions/known.ts';
import { usersScreen } from '../../../../src/ui/screens/users/screen.ts';
import type { View } from '../../../../src/ui/view.ts';
import { eventually } from '../../../support/eventually.ts';
import { logIn } from '../../../support/login.ts';
import { panesOf } from '../../../support/panes-of.ts';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';
import { sampleView } from '../../../support/sample-view.ts';
import { areas, expectTiled, rowsOf } from '../../../support/screen-rows.ts';
import { writingScreen } from '../writing-screen.ts';

const PASSWORD = 'Geheim-4711-never-shown';

const users = Object.entries({ 3: 'zoe', 1000000007: '配信オペレーター👩‍💻', 9: '', 5: 'an\u001b[31mna' });
const known = {
  ...nothingKnown,
  users: users.map(([id, name]) => ({ id: Number(id), name })),
  facts: {
    3: {
      id: 3,
      username: 'zoe',
      algorithm: 'SHA256',
      at: sampleNow - 90_000,
      locked: { algorithm: '', password: 'LDAP_BIND' },
      rights: { server: 'read_write', viewer: 'none', stream: 'admin' },
      unknownRights: [{ name: 'billing', value: 'owner of all' }],
    },
  },
};

function view(patch: Partial<View> = {}): View {
  return sampleView(sampleState(), { known, ...patch });
}

test.each(areas)('the list fills $width×$height cells, whatever is known', (area) => {
  const failing = { ...known, problem: 'the file is not readable' };
  const patches = [{}, { known: nothingKnown }, { known: undefined }, { known: failing }, { held: true }];
  for (const patch of patches)
    expectTiled(panesOf(usersScreen, view(patch), usersScreen.initial, area), area);
  const position = { ...usersScreen.initial.position, selectedId: '3' };
  const rows = rowsOf(panesOf(usersScreen, view(), { ...usersScreen.initial, position }, area), area);
  // Also a right that is new to castwatch.
  if (area.width >= 120) expect(rows.join()).toMatch(/billing +owner of all/);
});

const open = (options: Parameters<typeof writingScreen>[1] = {}) => writingScreen('users', options);

test('users are created, edited and deleted by keyboard, and the password goes nowhere but to the cluster', async () => {
  const { hands, simulator, mutations, connection, sent, files } = await open();
  hands.press('a').type('anna').press('tab').type(PASSWORD).press('tab', 'right', 'enter');
  hands.sees('Server rights  read', 'Password  (as typed)').press('enter', 'enter');
  expect(sent()).toEqual([]);
  hands.press('y');
  await eventually(() => hands.sees(/User anna has the id \d+\./));
  hands.sees(/Right server +read_only/).press('esc');
  const [user] = mutations.known.getState().users;
  hands.sees(/anna +read +none +none +none/);

  // The user's rights are read first, which needs a confirmation once; only the name changes, so only the name is sent.
  hands.press('e').sees(/PATCH \/api\/users\/\d+ with \{"data":\{"attributes":\{\}\}\}/);
  const before = sent().length;
  hands.press('y');
  await eventually(() => hands.sees('Edit user'));
  expect(sent().length).toBe(before + 1);
  // Rights that another user gives meanwhile stay, because none are sent.
  await connection.api.updateUser(user?.id ?? 0, { accessRights: [{ name: 'stream', value: 'read_write' }] });
  hands.type('-maria').press('enter').sees('anna → anna-maria').lacks('rights').press('y');
  await eventually(() => expect(hands.notice).toContain('is updated'));
  expect(mutations.known.getState().facts[user?.id ?? 0]).toMatchObject({
    username: 'anna-maria',
    rights: { stream: 'read_write' },
  });
  const statusOfLogin = async () => (await logIn(simulator.url, 'anna-maria', PASSWORD)).status;
  expect(await statusOfLogin()).toBe(200);

  hands.press('x', 'enter').type('anna').press('enter');
  expect(sent()).not.toContain(`DELETE /api/users/${user?.id}`);
  hands.type('-maria').press('enter');
  await eventually(() => expect(hands.notice).toContain('is deleted'));
  expect(await statusOfLogin()).not.toBe(200);
  hands.sees('0 known here');

  expect(hands.frames.join('\n')).not.toContain(PASSWORD);
  expect((await files()).join('\n')).not.toContain(PASSWORD);
});

const rightsOf = (value: 'none' | 'read_only') =>
  (['server', 'viewer', 'application', 'stream'] as const).map((name) => ({ name, value }));
const zoe = { username: 'zoe', password: PASSWORD, accessRights: rightsOf('read_only') };

test('rights are read from the server before they are edited, and any subset of them can be sent', async () => {
  const { hands, mutations, connection } = await open();
  await mutations.createUser(zoe);
  const [user] = mutations.known.getState().users;
  const id = user?.id ?? 0;
  // Another user takes a right away; the rights known here are the earlier ones.
  await connection.api.updateUser(id, { accessRights: rightsOf('none') });
  await mutations.markExplained('user-read');
  hands.press('e');
  await eventually(() => hands.sees('Edit user'));
  hands.press('tab', 'tab', 'right', 'down', 'backspace', 'enter').sees('Server rights  none → read');
  hands.sees('Viewer rights  none → not sent', 'Not sent: Viewer.').press('y');
  await eventually(() => expect(hands.notice).toContain('is updated'));
  // A right that is not sent is gone at this server, so it must be sent again.
  const { value } = await connection.api.updateUser(id, {});
  expect(value.attributes?.accessRights).toEqual([
    { name: 'Server', value: 'READ_ONLY' },
    { name: 'Application', value: 'NONE' },
    { name: 'Stream', value: 'NONE' },
  ]);
});

test('when a server refuses an empty update, the screen says so and the user is edited from what is known', async () => {
  const { hands, mutations } = await open({ simulator: { faults: [{ kind: 'empty-update-refused' }] } });
  await mutations.createUser(zoe);
  hands.press('e', 'y');
  await eventually(() => hands.sees('is edited without being read'));
  hands.sees('(400): Nothing').press('esc').sees('Edit user').press('tab', 'tab');
  hands.sees('The current values are not known: ').press('right', 'enter');
  hands.sees('Server rights  read → write').press('y');
  await eventually(() => expect(hands.notice).toContain('is updated'));
});

test('r reads a user; a user that does not exist is not edited; read-only mode sends neither', async () => {
  const there = await open();
  await there.mutations.createUser(zoe);
  const [{ id = 0 } = {}] = there.mutations.known.getState().users;
  await there.mutations.markExplained('user-read');
  const told = (text: string, tone: string) =>
    eventually(() =>
      expect(there.hands.ui.notice).toMatchObject({ text: expect.stringContaining(text), tone }),
    );
  there.hands.press('r');
  await told(`User ${id} (zoe) is read.`, 'ok');
  await there.connection.api.deleteUser(id);
  there.hands.press('e');
  await told('User not found', 'crit');
  there.hands.lacks('Edit user');

  const { hands, mutations, sent } = await open({ readOnly: true });
  await mutations.rememberUser({ id: 1, name: 'zoe' });
  hands.press('r');
  expect(hands.notice).toContain('Read-only: nothing is sent');
  hands.press('e', 'y');
  expect(sent()).toEqual([]);
});

test('a confirmation stays on its user when the list changes while it is open', async () => {
  const { hands, mutations, sent } = await open();
  await mutations.rememberUser({ id: 50, name: 'mona' });
  hands.press('x');
  await mutations.rememberUser({ id: 40, name: 'adam' });
  await mutations.forgetUser(50);
  hands.sees('Delete user 50 (mona)').type('adam').press('enter');
  expect(sent()).toEqual([]);
  hands.press('ctrl-u').type('mona').press('enter');
  await eventually(() => expect(sent()).toEqual(['DELETE /api/users/50']));
});

test('at least one right needs a level before rights are sent', async () => {
  const { hands, mutations, sent } = await open();
  await mutations.createUser(zoe);
  await mutations.markExplained('user-read');
  hands.press('e');
  await eventually(() => hands.sees('Edit user'));
  const before = sent().length;
  hands.press('tab', 'tab');
  for (let row = 0; row < 4; row++) hands.press('backspace', 'down');
  hands.press('enter', 'y').sees('choose a level for at least one of them');
  expect(sent().length).toBe(before);
});

test.each(['9007199254740993', '007'])('an id typed as %s is sent with these digits', async (id) => {
  const { hands, sent } = await open();
  hands.press(':lookup').type(id).press('enter');
  await eventually(() => hands.sees('1 known here'));
  hands.press('x').type(id).press('enter');
  await eventually(() => expect(sent()).toEqual([`DELETE /api/users/${id}`]));
});
