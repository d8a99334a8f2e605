import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type ExpectStatic, test } from 'vitest';
import { screenNames } from '../../src/actions/screen-table.ts';
import { tapeText } from '../support/tape-text.ts';
import { startSimulator } from '../world/start.ts';
import { expectNone, filesBelow } from './clean.ts';
import { type Driver, launch } from './driver.ts';
import { seesFresh, staleSign } from './fresh.ts';
import { access } from './program.ts';
import { visit } from './visit.ts';

const PASSWORD = 'p4ssw0rd-marked-b2d8';
const API_KEY = 'cw_k3y-marked-77ac1f';

const env = { CASTWATCH_PASSWORD: PASSWORD, CASTWATCH_API_KEY: API_KEY };

const expectClean = (expect: ExpectStatic, text: string, where: string) =>
  expectNone(expect, [PASSWORD, API_KEY], text, where);

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
