import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type ExpectStatic, test } from 'vitest';
import {
  type ScreenName,
  screenNames,
  screensBeside,
  tabKey,
  tabOf,
} from '../../src/actions/screen-table.ts';
import { CHROME_TOP_ROWS } from '../../src/ui/chrome/chrome.ts';
import { tapeText } from '../support/tape-text.ts';
import { startSimulator } from '../world/start.ts';
import { expectNone, filesBelow } from './clean.ts';
import { type Driver, launch } from './driver.ts';
import { seesFresh, staleSign } from './fresh.ts';
import { access } from './program.ts';

const PASSWORD = 'p4ssw0rd-marked-b2d8';
const API_KEY = 'cw_k3y-marked-77ac1f';

const env = { CASTWATCH_PASSWORD: PASSWORD, CASTWATCH_API_KEY: API_KEY };

const expectClean = (expect: ExpectStatic, text: string, where: string) =>
  expectNone(expect, [PASSWORD, API_KEY], text, where);

/** The beginning of the first row below the tabs on each screen, at every size. No tab contains it. */
const screenTops: Readonly<Record<ScreenName, RegExp>> = {
  overview: /^┌─ Signal path /,
  servers: /^┌─ Servers /,
  streams: /^┌─ (Unhealthy, most viewers|Streams) /,
  applications: /^┌─ Applications /,
  journal: /^(┌─ Journal | \d\d:\d\d [┄▁-▇.]+ now )/,
  users: /^┌─ Known users /,
  transcoding: /^┌─ Transcode settings /,
  license: /^┌─ License key /,
  cloud: /^┌─ Regions /,
  problems: /^┌─ (Watched since|The last hour|Problems, worst first) /,
  fleet: /^┌─ Clusters /,
};

/** Opens a screen by its key or the palette, and waits until it is drawn. */
async function visit(app: Driver, name: ScreenName): Promise<void> {
  if (tabOf(name) === name) app.press(tabKey(name));
  else app.press(':').type(name).press('enter');
  // The tabs within a tab have a row above the screen.
  const rowsOfTabs = screensBeside(name).length > 1 ? 1 : 0;
  const top = () => app.screen.text()[CHROME_TOP_ROWS + rowsOfTabs] ?? '';
  await app.until(() => screenTops[name].test(top()), `the screen ${name} is drawn`);
}

/** Opens every screen, so that every resource is requested and everything is shown. */
async function visitAll(app: Driver): Promise<void> {
  await seesFresh(app);
  for (const name of screenNames) await visit(app, name);
  await visit(app, 'cloud');
  await app.sees(/Regions/);
}

describe.concurrent('secrets', () => {
  test('are in no file, on no screen, and in no command line', async ({ expect }) => {
    const sim = await startSimulator({ password: PASSWORD, apiKey: API_KEY });
    await using app = launch({
      args: [
        ...access(sim).args,
        ...`--cloud-url ${sim.cloudUrl} --interval 1 --log castwatch.log --record tape.jsonl`.split(' '),
      ],
      env,
    });
    await visitAll(app);
    sim.faults.set({ kind: 'unauthorized' });
    await app.sees(staleSign('dash'));
    expectClean(expect, readFileSync(`/proc/${app.pty.pid}/cmdline`, 'utf8'), 'the command line');
    app.press('q');
    expect(await app.ends()).toBe(0);
    expectClean(expect, app.raw, 'what the terminal got');
    const files = filesBelow(app.home);
    expect(files.map((file) => file.slice(app.home.length + 1))).toEqual(
      expect.arrayContaining(['castwatch.log', 'tape.jsonl']),
    );
    for (const file of files) {
      expectClean(expect, readFileSync(file, 'latin1'), file);
      expect((statSync(file).mode & 0o077).toString(8), `${file} is for its owner alone`).toBe('0');
    }
    expect(readFileSync(join(app.home, 'castwatch.log'), 'utf8')).toContain('/api/auth/login');
    const recorded = tapeText(readFileSync(join(app.home, 'tape.jsonl')));
    // The recording is decompressed, and contains what the cluster said.
    expect(recorded).toContain('/api/cluster/dashboard');
    expect(recorded).toContain('edge-fra-2');
    expectClean(expect, recorded, 'the recording, inflated');
    await sim.close();
  });

  test('are not passed to the command that a password comes from', async ({ expect }) => {
    const sim = await startSimulator({ password: PASSWORD, apiKey: API_KEY });
    await using app = launch({
      args: ['--profile', 'main', '--config', 'castwatch.yaml'],
      prepare: (home) => {
        const write = (name: string, text: string, mode = 0o600) =>
          writeFileSync(join(home, name), text, { mode });
        const parent = `tr '\\0' ' ' < /proc/$PPID/cmdline > '${home}/parent'`;
        write('ask.sh', `#!/bin/sh\nenv > '${home}/seen'\n${parent}\ncat '${home}/secret'\n`, 0o700);
        write('secret', PASSWORD);
        const login = `username: operator, password: { command: [${home}/ask.sh] }`;
        const cloud = `cloudUrl: '${sim.cloudUrl}', apiKey: { env: MY_KEY }`;
        write('castwatch.yaml', `clusters: { main: { url: '${sim.url}', ${login}, ${cloud} } }\n`);
        return { MY_KEY: API_KEY };
      },
    });
    await seesFresh(app);
    for (const file of ['seen', 'parent'])
      expectClean(expect, readFileSync(join(app.home, file), 'utf8'), file);
    app.press('q');
    await app.ends();
    expectClean(expect, app.raw, 'what the terminal got');
    await sim.close();
  });
});
