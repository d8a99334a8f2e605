import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '../../../src/base/clock.ts';
import { historyFile, openDatabase } from '../../../src/history/database.ts';
import { createOutbox } from '../../../src/history/outbox.ts';
import { defaultRetention } from '../../../src/history/retention.ts';
import { HistoryWriter } from '../../../src/history/writer.ts';
import { followRecorder, watchedNow } from '../../../src/session/recorder.ts';
import { storedMessage } from '../../alerts/rig.ts';
import { eventually } from '../../support/eventually.ts';
import { everyKind } from '../../support/every-kind.ts';
import { calm } from '../../support/fake-services.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';
import { configure, newHome, runCommand } from '../run-command.ts';
import { simulated } from '../simulated.ts';

/** A history that a recorder writes now, with a loss of viewers that stands. */
async function written(stateDir: string, url: string, clock: Clock = systemClock) {
  await mkdir(stateDir, { recursive: true, mode: 0o700 });
  const db = await openDatabase(historyFile(stateDir, url), { create: true });
  const now = clock.now();
  const writer = new HistoryWriter(db, { clock, retention: defaultRetention });
  const state = sampleState();
  const times = { since: now - 60_000, noticedAt: now - 50_000 };
  const lost = sampleProblem({ key: 'loss:viewers', subject: { kind: 'cluster' }, ...times }, everyKind.loss);
  const take = () => {
    const dashboard = { ...state.dashboard, updatedAt: clock.now() };
    writer.take({ ...state, dashboard }, { ...calm, problems: [lost] });
  };
  take();
  return { take, close: () => writer.close() };
}

const at = (directory: string) => ({ directory, shared: false });
const target = { url: 'https://eu.example', interval: 2 };

test('only a history that is being written gives the standing problems, and only one without a break the normal', async () => {
  const fresh = newHome();
  await (await written(fresh, target.url, new ManualClock(Date.now() - 10_000_000))).close();
  const writer = await written(fresh, target.url);
  const { watched } = await watchedNow(target, at(fresh), Date.now());
  expect(watched).toMatchObject({ problems: [{ key: 'loss:viewers' }], knowsNormal: false });
  expect((await watchedNow(target, at(fresh), Date.now() + 60_000)).watched).toBeUndefined();
  await writer.close();
  const content = () => readdirSync(fresh).map((name) => [name, readFileSync(join(fresh, name), 'latin1')]);
  const before = content();
  expect((await watchedNow(target, at(fresh), Date.now())).watched).toBeUndefined();
  expect(content()).toEqual(before);
  const unfed = newHome();
  const db = await openDatabase(historyFile(unfed, target.url), { create: true });
  const waiting = new HistoryWriter(db, { clock: systemClock, retention: defaultRetention });
  const outage = { way: 'webhook', at: Date.now() - 3_600_000, summary: 'an outage' };
  createOutbox(db).keep('webhook', {}, [storedMessage(outage)]);
  const untold = ['nobody was told by webhook: an outage'];
  expect(await watchedNow(target, at(unfed), Date.now())).toEqual({ untold });
  await waiting.close();
  const none = newHome();
  expect((await watchedNow(target, at(none), Date.now())).watched).toBeUndefined();
  expect(readdirSync(none)).toEqual([]);
});

test('what a recorder said is believed for some minutes after its end, and never what this program wrote', async () => {
  const stateDir = newHome();
  const writer = await written(stateDir, target.url);
  const clock = new ManualClock(Date.now());
  let heard = 0;
  const beside = { target, place: at(stateDir), clock, onChange: () => void heard++ };
  const other = followRecorder({ ...beside, isOwn: () => false });
  const own = followRecorder({ ...beside, isOwn: () => true });
  for (const { close } of [other, own]) onTestFinished(close);
  const keys = () => other.current()?.problems.map(({ key }) => key);
  await eventually(() => expect(keys()).toEqual(['loss:viewers']));
  expect(other.reader()?.range()).toBeDefined();
  await writer.close();
  for (const [minutes, expected] of [
    [4, ['loss:viewers']],
    [2, undefined],
  ] as const) {
    const before = heard;
    await clock.advance(minutes * 60_000);
    await eventually(async () => {
      await clock.advance(5_000);
      expect([heard > before + 3, keys()]).toEqual([true, expected]);
    });
  }
  expect(own.current()).toBeUndefined();
});

test('a recorder that begins later than the monitor is heard within seconds', async () => {
  const stateDir = newHome();
  const clock = new ManualClock(Date.now());
  const beside = { target, place: at(stateDir), clock, onChange: () => {}, isOwn: () => false };
  const recorder = followRecorder(beside);
  onTestFinished(recorder.close);
  // The first reading has found nothing, and the next one is due.
  await eventually(() => expect(clock.waiting).toBe(1));
  const writer = await written(stateDir, target.url);
  await clock.advance(5_000);
  await eventually(() => expect(recorder.current()?.problems).toHaveLength(1));
  await writer.close();
});

test('check and snapshot report what the recorder of the same cluster found', async () => {
  const { simulator, args, env, home } = await simulated({ scenario: 'quiet' });
  const writer = await written(join(home, 'state/castwatch'), simulator.url);
  const run = (words: string) => runCommand([...words.split(' '), ...args], env, { home });
  const check = await run('check --interval 1');
  expect(check.code).toBe(2);
  expect(check.stdout).toMatch(/^CASTWATCH CRITICAL - .*400 of 450 viewers/);
  writer.take();
  // With rare polls an older history is fresh, so that a slow machine may take its time.
  const snapshot = await run('snapshot --fields problems.key --interval 64');
  expect(JSON.parse(snapshot.stdout).problems).toContainEqual({ key: 'loss:viewers' });
  writer.take();
  const screen = await run('snapshot --screen problems --size 120x40');
  expect(screen.stdout).toMatch(/CRITICAL .*Viewers lost/);
  const work = `${new Date(Date.now() - 1_000).toISOString()} 1h * cluster "move of the data centre"\n`;
  writeFileSync(join(home, 'state/castwatch/maintenance.txt'), work, { mode: 0o600 });
  configure(home, 'defaults: { wholeClusterWork: true }\n');
  writer.take();
  const planned = await run('snapshot --fields problems.acknowledged --interval 64');
  const acknowledged = expect.objectContaining({ planned: true, note: 'move of the data centre' });
  expect(JSON.parse(planned.stdout).problems).toContainEqual({ acknowledged });
  await writer.close();
});
