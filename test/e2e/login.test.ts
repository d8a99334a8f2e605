import { describe, test } from 'vitest';
import { startSimulator } from '../world/start.ts';
import { launch } from './driver.ts';
import { ANSWERED } from './fresh.ts';

describe.concurrent('a refused login', () => {
  test('is reported and not tried again, and another password can be typed unseen', async ({ expect }) => {
    const sim = await startSimulator({ password: 'the-r1ght-one' });
    const logins = () => sim.requests.filter(({ path }) => path.endsWith('/login')).length;
    await using app = launch({
      args: ['--url', sim.url, '--username', 'operator', '--interval', '1'],
      env: { CASTWATCH_PASSWORD: 'the-wr0ng-one' },
    });
    await app.sees('Login of operator refused. Password:', /were not accepted \(4\d\d\)/);
    expect(logins()).toBe(1);
    app.type('another-wr0ng').press('enter');
    await app.until(() => logins() === 2, 'the second login');
    await app.sees('Login of operator refused. Password:');
    app.type('the-r1ght-one');
    await app.sees('•••••••••••••');
    app.press('enter');
    await app.sees(ANSWERED, /Signal path/);
    expect(logins()).toBe(3);
    for (const secret of ['the-r1ght-one', 'the-wr0ng-one', 'another-wr0ng'])
      expect(app.raw).not.toContain(secret);
    app.press('q');
    expect(await app.ends()).toBe(0);
    await sim.close();
  });

  test('leaves everything else usable when the prompt is cancelled', async ({ expect }) => {
    const sim = await startSimulator();
    await using app = launch({
      args: ['--url', sim.url, '--username', 'operator', '--interval', '1'],
      env: { CASTWATCH_PASSWORD: 'wrong' },
    });
    await app.sees('Password:');
    app.press('esc');
    await app.sees('does not try again. r asks');
    app.press('?');
    await app.sees('Search:');
    app.press('esc');
    await app.seesNo('Search:');
    expect(sim.requests).toHaveLength(1);
    app.press('r');
    await app.sees('Password:');
    app.type(sim.password).press('enter');
    await app.sees('edge-fra-2');
    app.press('q');
    expect(await app.ends()).toBe(0);
    await sim.close();
  });
});
