import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { startSimulator } from '../world/start.ts';
import { launch } from './driver.ts';
import { seesFresh } from './fresh.ts';

const HOME_PASSWORD = 'p4ssw0rd-of-home';
const LAB_PASSWORD = 'p4ssw0rd-of-the-lab';

/** The program at one cluster, with a profile for another one. */
async function atHome(labPassword: string) {
  const home = await startSimulator({ password: HOME_PASSWORD });
  const lab = await startSimulator({ password: LAB_PASSWORD, seed: 2 });
  const app = launch({
    args: ['--config', 'castwatch.yaml', '--interval', '1'],
    env: { CASTWATCH_URL: home.url, CASTWATCH_USERNAME: 'operator', CASTWATCH_PASSWORD: HOME_PASSWORD },
    prepare: (folder) => {
      const password = `password:\n      command: [echo, ${labPassword}]\n`;
      const profile = `url: ${lab.url}\n    username: operator\n    ${password}`;
      writeFileSync(join(folder, 'castwatch.yaml'), `clusters:\n  lab:\n    ${profile}`, { mode: 0o600 });
      return {};
    },
  });
  await seesFresh(app);
  const switchTo = (name: string) => app.press(':').type(`profile ${name}`).press('enter');
  const close = async () => {
    await app[Symbol.asyncDispose]();
    await home.close();
    await lab.close();
  };
  return { home, lab, app, switchTo, [Symbol.asyncDispose]: close };
}

describe.concurrent(':profile', () => {
  test('switches to another cluster with its own login, and sends nothing more to the first one', async ({
    expect,
  }) => {
    await using rig = await atHome(LAB_PASSWORD);
    const { home, lab, app, switchTo } = rig;
    expect(lab.requests).toEqual([]);
    switchTo('lab');
    await app.sees('Watching lab now.');
    await seesFresh(app);
    const logins = () =>
      lab.requests.filter(({ path }) => path.endsWith('/login')).map(({ status }) => status);
    expect(logins()).toEqual([200]);
    const left = home.requests.length;
    const polls = () => lab.requests.filter(({ path }) => path.endsWith('/dashboard')).length;
    const before = polls();
    await app.until(() => polls() >= before + 3, 'the lab is polled');
    expect(home.requests.length).toBe(left);
    expect(app.text().split('\n')[0]).toContain('lab');
    app.press('q');
    expect(await app.ends()).toBe(0);
    for (const secret of [HOME_PASSWORD, LAB_PASSWORD]) expect(app.raw).not.toContain(secret);
  });

  test('with an unknown name changes nothing', async ({ expect }) => {
    await using rig = await atHome(LAB_PASSWORD);
    const { home, lab, app, switchTo } = rig;
    switchTo('labs');
    await app.sees('Nothing found');
    const polls = () => home.requests.filter(({ path }) => path.endsWith('/dashboard')).length;
    const before = polls();
    await app.until(() => polls() >= before + 2, 'the first cluster is polled');
    expect(lab.requests).toEqual([]);
  });
});
