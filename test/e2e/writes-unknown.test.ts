import { expect, test } from 'vitest';
import { isLong } from '../support/long.ts';
import { openDesk } from './writes.ts';

test.concurrent.each(isLong ? ['SIGTERM', 'SIGHUP', 'SIGKILL'] : ['SIGKILL'])(
  '%s while an answer is lost keeps the line that it was sent',
  async (signal) => {
    await using desk = await openDesk();
    const { app } = desk;
    app.press('a');
    await app.sees('New user');
    app.type('gone').press('tab').type('Secr3t-of-anna');
    await desk.review();
    desk.gate.swallow();
    app.press('y');
    await app.sees('Sending');
    await app.until(() => desk.auditLines().length === 1, 'it is in the audit');
    app.pty.kill(signal);
    await app.until(() => app.exit !== undefined, 'the program has ended');
    const line = { action: 'create user', target: 'user (gone)', outcome: 'sent' };
    expect(desk.auditLines()[0]).toMatchObject(line);
  },
);
