import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logIn } from '../support/login.ts';
import { isLong } from '../support/long.ts';
import { startSimulator } from '../world/start.ts';
import { expectNone, filesBelow } from './clean.ts';
import { crashingProgram } from './crash-build.ts';
import { type Desk, openDesk } from './writes.ts';

const MASTER = { password: 'p4ssw0rd-of-0perator', apiKey: 'cw_k3y-of-the-cl0ud' };
const REFUSED = 'sh0rt-9';
const CREATED = 'p4ssw0rd-of-j4ne';
const CHANGED = 'an0ther-of-j4ne';
const LICENSE = 'L1CENSE-T0-KEEP';
const STREAM = { name: 'Concert', regionId: 4 };

/** The secrets that the cloud will give the first stream: a cluster with the same seed gives the same. */
async function credentials(seed: number): Promise<string[]> {
  const twin = await startSimulator({ seed });
  const body = new FormData();
  for (const [name, value] of Object.entries(STREAM)) body.append(name, String(value));
  const headers = { 'x-api-key': twin.apiKey };
  const answer = await fetch(`${twin.cloudUrl}/api/request/stream`, { method: 'POST', headers, body });
  await twin.close();
  const { stream } = (await answer.json()) as {
    stream: { streamKey: string; credentials: { username: string; password: string } };
  };
  return [stream.streamKey, stream.credentials.username, stream.credentials.password];
}

/** Sends the form: first where it fails, then where it succeeds. */
async function failsThenSucceeds(desk: Desk, endpoint: 'users' | 'license' | 'cloud-create', done: string) {
  desk.sim.faults.set({ kind: 'error-500', endpoint });
  await desk.send();
  await desk.tells(/May have happened.*\(500\)/);
  desk.app.press('esc');
  await desk.app.seesNo('May have happened');
  desk.sim.faults.clear();
  await desk.send();
  await desk.app.sees(done);
}

async function writeEverything(desk: Desk): Promise<void> {
  const { app } = desk;
  app.press('a');
  await app.sees('New user');
  app.type('jane').press('tab').type(REFUSED);
  await desk.send();
  await desk.tells(/\(400\)/);
  app.press('ctrl-u').paste(CREATED);
  await failsThenSucceeds(desk, 'users', 'User jane has the id 1');
  app.press('esc');
  await app.seesNo('Esc closes');
  app.press('e');
  await app.sees('y send', 'PATCH /api/users/1 with');
  app.press('y');
  await app.sees('Edit user 1');
  app.press('tab').type(CHANGED);
  await failsThenSucceeds(desk, 'users', 'User 1 (jane) is updated');

  app.type(':license\r');
  await app.sees('The API cannot read the key');
  app.press('enter');
  await app.sees('Replace the license key');
  app.type(LICENSE);
  await failsThenSucceeds(desk, 'license', 'The license key is replaced');
  app.type(':transcoding\r');
  await app.sees('Not read yet');
  app.press('enter');
  await app.sees('y send');
  app.press('y');
  await app.sees('The transcode settings are read');
  app.press('e');
  await app.sees(/▸ Encoder command/);
  app.type('\x0f');
  await app.sees('Encoder command * ●');
  app.press('esc');
  await app.sees('y discard');
  app.press('y');

  app.type(':cloud\r');
  await app.sees('Asia Pacific (Japan)');
  app.press('a');
  await app.sees('New cloud stream');
  app.type(STREAM.name).press('tab', 'tab').type('europe');
  await failsThenSucceeds(desk, 'cloud-create', 'Stream created');
  app.press('enter');
  await app.sees('Cloud stream Concert', '••••');
}

test('typed and answered secrets are in no file, log, recording, child or crash report', async () => {
  await using desk = await openDesk({
    simulator: { seed: 5, ...MASTER },
    args: ['--log', 'castwatch.log', '--record', 'tape.jsonl'],
    command: [process.execPath, await crashingProgram()],
    prepare: (home) => {
      const editor = join(home, 'editor.sh');
      const parent = `tr "\\0" " " < /proc/$PPID/cmdline >> "${home}/child"`;
      const script = `#!/bin/sh\nenv > "${home}/child"; ${parent}\necho more >> "$1"\n`;
      writeFileSync(editor, script, { mode: 0o700 });
      return { EDITOR: editor, VISUAL: '', CRASH: 'timer' };
    },
  });
  const { app, sim } = desk;
  await writeEverything(desk);
  expect((await logIn(sim.url, 'jane', CHANGED)).status).toBe(200);
  expect(sim.world.settings.licenseKey).toBe(LICENSE);
  const typed = [...Object.values(MASTER), REFUSED, CREATED, CHANGED, LICENSE];
  const given = await credentials(5);
  const secrets = [...typed, ...given];
  expectNone(expect, secrets, app.raw, 'what the terminal got before anybody asked');
  app.press(':').type('reveal').press('enter');
  await app.sees(...given);
  app.press(':').type('reveal').press('enter');
  await app.seesNo(given[0] ?? '');
  app.type(':audit\r');
  await desk.tells(/create cloud stream.*replace license|replace license.*create cloud stream/);
  expectNone(expect, secrets, readFileSync(`/proc/${app.pty.pid}/cmdline`, 'utf8'), 'the command line');
  app.pty.kill('SIGURG');
  expect(await app.ends()).toBe(1);
  await app.sees('error of its own');
  expectNone(expect, typed, app.raw, 'what the terminal got');
  const files = filesBelow(app.home);
  const names = files.map((file) => file.slice(app.home.length + 1));
  expect(names).toEqual(
    expect.arrayContaining(['castwatch.log', 'tape.jsonl', 'child', 'state/castwatch/audit.jsonl']),
  );
  for (const file of files) expectNone(expect, secrets, readFileSync(file, 'latin1'), file);
  for (const name of ['castwatch.log', 'tape.jsonl', 'state/castwatch/audit.jsonl'])
    expect((statSync(join(app.home, name)).mode & 0o077).toString(8), name).toBe('0');
  expect(desk.audit().map(({ action, outcome }) => `${action}: ${outcome}`)).toEqual([
    'create user: refused',
    'create user: unknown',
    'create user: confirmed',
    'read user: confirmed',
    'update user: unknown',
    'update user: confirmed',
    'replace license: unknown',
    'replace license: confirmed',
    'read transcode settings: confirmed',
    'create cloud stream: unknown',
    'create cloud stream: confirmed',
  ]);
});

test.each(isLong ? ['SIGTERM', 'SIGHUP', 'SIGKILL'] : ['SIGKILL'])(
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
