import { describe, expect, test } from 'vitest';
import { ManualClock } from '../support/manual-clock.ts';
import { addsToList, edits, exists, LEVELS, PASSWORD, seen } from './users.ts';
import { openDesk, sendThroughFailures } from './writes.ts';

describe.concurrent('users', () => {
  test('A2: a user is created despite failures, with nothing typed twice', async ({ expect }) => {
    await using desk = await openDesk({ screen: 'users' });
    const { app } = desk;
    await exists(desk, 'taken');
    app.press('a');
    await app.sees('New user', 'Username');
    app.type('taken').press('tab').type('short').press('tab');
    await desk.tells(/Password \* ● •{5} /);
    app.press('right', 'down', 'right', 'right', 'down', 'space');
    await desk.tells(/Server \( \) \(●\) \( \) Viewer \( \) \( \) \(●\)/);
    await desk.review();
    // the review names cluster, user and change, and does not show the password
    await desk.tells(
      /to 127\.0\.0\.1:\d+ \(http.*\) as operator Create a user Username taken Password \(as typed\)/,
    );

    app.press('y');
    await desk.tells(
      /\(400\).*▸ Password \* ● •{5} ✖ The password must have at least 8 characters\. ✖ The password must contain a digit/,
    );
    app.press('ctrl-u').type(PASSWORD);
    await desk.send();
    await desk.tells(/\(409\).*▸ Username \* ● taken ✖ The username has already been taken/);
    expect(desk.writes()).toEqual(['POST /api/users 400', 'POST /api/users 409']);
    app.press('ctrl-u').type('anna');
    await sendThroughFailures(desk, 'users', {
      request: 'POST /api/users',
      stays: [/Username \* ● anna Password \* ● •{14} .*Server \( \) \(●\) \( \) Viewer \( \) \( \) \(●\)/],
    });
    const sent = await desk.written(async () => {
      await desk.send();
      await app.sees('User anna has the id 2');
      app.press('esc');
      await app.seesNo('Esc closes');
    });
    expect(sent).toEqual(['POST /api/users 200']);
    await desk.tells(/2 anna read write read none/);
    expect(await seen(desk, 2)).toEqual({
      username: 'anna',
      levels: ['read_only', 'read_write', 'read_only', 'none'],
    });
    expect(await desk.login('anna', PASSWORD)).not.toBe('');
    const audit = desk.audit();
    expect(audit.map(({ outcome, status }) => status ?? outcome)).toEqual([
      400,
      409,
      401,
      429,
      429,
      500,
      301,
      'refused',
      200,
    ]);
    expect(audit.at(-1)).toMatchObject({ user: 'operator', action: 'create user', target: 'user 2 (anna)' });
  });

  test('A2: a token that is revoked while a form is open is renewed, and the write is sent once', async ({
    expect,
  }) => {
    await using desk = await openDesk({ screen: 'users' });
    const { app } = desk;
    app.press('a');
    await app.sees('New user');
    app.type('bert').press('tab').type(PASSWORD);
    await desk.review();
    desk.sim.faults.set({ kind: 'revoked-token' });
    app.press('y');
    await app.sees('User bert has the id 1');
    app.press('esc');
    // A poll that gets the 401 first renews the token before the write is sent.
    const refused = 'POST /api/users 401';
    expect(desk.writes().filter((write) => write !== refused)).toEqual(['POST /api/users 200']);
    expect(await desk.login('bert', PASSWORD)).not.toBe('');
  });

  test.each([
    ['A3', 'a', 'berta', ['PATCH /api/users/1 200', 'PATCH /api/users/1 401', 'PATCH /api/users/1 200']],
    ['A4', 'bert', undefined, ['DELETE /api/users/1 401', 'DELETE /api/users/1 200']],
  ] as const)(
    '%s: a token that expired on the server is renewed, too',
    async (_name, typed, after, writes) => {
      const clock = new ManualClock(Date.now());
      await using desk = await openDesk({ screen: 'users', simulator: { clock } });
      const { app } = desk;
      await addsToList(desk, await exists(desk, 'bert'), 'bert');
      if (after) await edits(desk, 1);
      else {
        app.press('x');
        await app.sees('Delete user 1 (bert)');
      }
      app.type(typed);
      if (after) await desk.review();
      else await app.sees('Enter send');
      await clock.advance(901_000);
      app.press(after ? 'y' : 'enter');
      await app.sees(/User 1 \(berta?\) is (updated|deleted)/);
      expect(desk.writes()).toEqual(writes);
      expect((await seen(desk, 1))?.username).toBe(after);
    },
  );

  test('A3: only changes are sent, despite failures', async ({ expect }) => {
    await using desk = await openDesk({ screen: 'users' });
    const { app } = desk;
    await exists(desk, 'taken');
    const id = await exists(desk, 'carl');
    await addsToList(desk, id, 'carl');
    await edits(desk, id);
    expect(desk.writes()).toEqual([`PATCH /api/users/${id} 200`]);
    app.press('enter');
    await app.sees('Nothing was changed, so there is nothing to send');
    app.press('tab', 'tab');
    await desk.tells(/Server \( \) \(●\) \( \) .*As the server just answered/);
    app.press('tab', 'ctrl-u').type('taken');
    await desk.send();
    await desk.tells(/\(409\).*▸ Username \* ● taken ✖ The username has already been taken/);
    app.press('ctrl-u').type('carla');
    const request = `PATCH /api/users/${id}`;
    await sendThroughFailures(desk, 'users', { request, stays: [/Username \* ● carla /] });
    await desk.review();
    await desk.tells(/Update user 2 \(carl\) Username carl → carla y send/);
    const sent = await desk.written(async () => {
      app.press('y');
      await app.sees(`User ${id} (carla) is updated`);
    });
    expect(sent).toEqual([`${request} 200`]);
    expect(await seen(desk, id)).toEqual({ username: 'carla', levels: LEVELS });
    // one of the rights is changed, and the review shows that one
    await app.seesNo('Edit user');
    await edits(desk, id, false);
    app.press('tab', 'tab', 'right');
    await desk.review();
    await desk.tells(/Server rights read → write All rights that have a level are sent together/);
    app.press('y');
    await desk.tells(/2 carla write read read read/);
    expect((await seen(desk, id))?.levels).toEqual(['read_write', 'read_only', 'read_only', 'read_only']);
    expect(await desk.login('carla', PASSWORD)).not.toBe('');
  });

  test('A3, A4: a user that is gone is reported, and deleting removes it from the list', async ({
    expect,
  }) => {
    await using desk = await openDesk({ screen: 'users' });
    const { app } = desk;
    await addsToList(desk, 77, 'ghost');
    app.press('e');
    await app.sees('y send');
    app.press('y');
    await desk.tells(/✖ .*\(404\): User not found/);
    app.press('esc');
    await app.seesNo('Read a user');
    app.press('x');
    await app.sees('Delete user 77');
    app.type('ghost\r');
    await desk.tells(/User 77 is gone already, and taken off the list here.*\(404\)/);
    app.press('esc');
    await app.sees('0 known here');
    expect(desk.writes()).toEqual(['PATCH /api/users/77 404', 'DELETE /api/users/77 404']);
  });

  test('A4: Enter alone and a wrong name send nothing, and the right name deletes despite failures', async ({
    expect,
  }) => {
    await using desk = await openDesk({ screen: 'users' });
    const { app } = desk;
    const [dora, emil] = [await exists(desk, 'dora'), await exists(desk, 'emil')];
    await addsToList(desk, emil, 'emil');
    await addsToList(desk, dora, 'dora');
    app.press('x');
    await app.sees(`Delete user ${dora} (dora)`);
    app
      .press('enter', 'y', 'enter')
      .press('ctrl-u')
      .type('emil')
      .press('enter')
      .press('ctrl-u')
      .type('Dora\r');
    await app.sees(/ Dora /, 'Enter sends once complete');
    expect(desk.writes()).toEqual([]);
    app.press('ctrl-u').paste('dora\n');
    await app.sees('Enter send');
    const request = `DELETE /api/users/${dora}`;
    const send = async () => {
      app.press('enter');
    };
    await sendThroughFailures(
      desk,
      'users',
      { request, stays: [/Delete user 1 \(dora\).* dora Enter send/] },
      send,
    );
    const sent = await desk.written(async () => {
      app.press('enter');
      await app.sees(`User ${dora} (dora) is deleted`, '1 known here');
    });
    expect(sent).toEqual([`${request} 200`]);
    expect(await seen(desk, dora)).toBeUndefined();
    expect(await seen(desk, emil)).toMatchObject({ username: 'emil' });
  });
});
