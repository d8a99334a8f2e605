import { describe, test } from 'vitest';
import { meets, PASSWORD, seen } from './users.ts';
import { openDesk } from './writes.ts';

describe.concurrent('an answer that is lost', { timeout: 90_000 }, () => {
  test('A2, A4: may have happened, and nothing is sent again by itself', async ({ expect }) => {
    await using desk = await openDesk({ screen: 'users' });
    const { app, sim } = desk;
    app.press('a');
    await app.sees('New user');
    app.type('frida').press('tab').type(PASSWORD);
    sim.faults.set({ kind: 'reset', endpoint: 'users' });
    await desk.send();
    await desk.tells(/MAY HAVE HAPPENED It may have happened:.*Create it again with the same name/);
    sim.faults.clear();
    app.press('e');
    await desk.tells(/Username \* ● frida .*Password \* ● •{14} /);
    await desk.send();
    await app.sees('already been taken');
    expect(desk.writes()).toEqual(['POST /api/users 0', 'POST /api/users 409']);
    expect(await seen(desk, 2)).toMatchObject({ username: 'frida' });
    app.press('esc');
    await app.sees('y discard');
    app.press('y');
    await app.seesNo('New user');

    await meets(desk, 2, 'frida');
    app.press('x');
    await app.sees('Delete user 2 (frida)');
    app.type('frida');
    await app.sees('Enter send');
    desk.gate.swallow();
    app.press('enter');
    await app.sees('Sending', 'Esc call it off');
    app.press('esc');
    await app.sees('y calls it off');
    app.press('y');
    await desk.tells(/MAY HAVE HAPPENED.*Delete it again/);
    app.press('enter', 'y', 'enter').press('esc');
    await app.seesNo('Delete a user');
    expect(desk.audit().map(({ action, outcome }) => `${action}: ${outcome}`)).toEqual([
      'create user: unknown',
      'create user: failed',
      'delete user: unknown',
    ]);
  });
});
