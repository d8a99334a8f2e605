import { describe, expect, test } from 'vitest';
import { isLong } from '../support/long.ts';
import { addsToList, PASSWORD, seen } from './users.ts';
import { openDesk } from './writes.ts';

describe.concurrent('a lost answer', () => {
  test('A2, A4: is reported as "may have happened", and nothing is sent again by itself', async ({
    expect,
  }) => {
    await using desk = await openDesk({ screen: 'users' });
    const { app, sim } = desk;
    app.press('a');
    await app.sees('New user');
    app.type('frida').press('tab').type(PASSWORD);
    sim.faults.set({ kind: 'reset', endpoint: 'users' });
    await desk.send();
    await desk.tells(/May have happened ▲ It may have happened:.*Create it again with the same name/);
    sim.faults.clear();
    app.press('esc');
    await desk.tells(/Username \* ● frida .*Password \* ● •{14} /);
    await desk.send();
    await app.sees('already been taken');
    expect(desk.writes()).toEqual(['POST /api/users 0', 'POST /api/users 409']);
    expect(await seen(desk, 1)).toMatchObject({ username: 'frida' });
    app.press('esc');
    await app.sees('y discard');
    app.press('y');
    await app.seesNo('New user');

    await addsToList(desk, 1, 'frida');
    app.press('x');
    await app.sees('Delete user 1 (frida)');
    app.type('frida');
    await app.sees('Enter send');
    desk.gate.swallow();
    app.press('enter');
    await app.sees('Sending', 'Esc cancel');
    await app.until(() => desk.auditLines().at(-1)?.action === 'delete user', 'it leaves');
    app.press('esc');
    await app.sees('y cancels');
    app.press('y');
    await desk.tells(/May have happened.*Delete it again/);
    app.press('y', 'enter');
    await app.seesNo('May have happened');
    expect(desk.audit().map(({ action, outcome }) => `${action}: ${outcome}`)).toEqual([
      'create user: unknown',
      'create user: refused',
      'delete user: unknown',
    ]);
  });

  test.each(isLong ? ['SIGTERM', 'SIGHUP', 'SIGKILL'] : ['SIGKILL'])(
    '%s in between keeps the line that it was sent',
    async (signal) => {
      await using desk = await openDesk({ screen: 'users' });
      const { app } = desk;
      app.press('a');
      await app.sees('New user');
      app.type('gone').press('tab').type(PASSWORD);
      await desk.review();
      desk.gate.swallow();
      app.press('y');
      await app.sees('Sending');
      await app.until(() => desk.auditLines().length === 1, 'it is in the audit');
      app.pty.kill(signal);
      await app.until(() => app.exit !== undefined, 'the program has ended');
      expect(desk.auditLines()[0]).toMatchObject({
        action: 'create user',
        target: 'user (gone)',
        outcome: 'sent',
      });
    },
  );
});
