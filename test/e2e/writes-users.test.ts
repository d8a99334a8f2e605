import { describe, test } from 'vitest';
import { exists, PASSWORD, seen } from './users.ts';
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
      ...[400, 409, 401, 429, 429, 500, 301, 'refused', 200],
    ]);
    expect(audit.at(-1)).toMatchObject({ user: 'operator', action: 'create user', target: 'user 2 (anna)' });
  });
});
