import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { listeners } from '../../support/fleet-home.ts';
import { startOnScreen } from '../run-screen.ts';

test('a missing password and a refused login stop no other cluster, and nothing of one reaches another', async () => {
  const more = (name: string) => `, readOnly: ${name === 'us'}`;
  const settings = { refuses: 'ap', prompts: 'us', more };
  const { home, env, expectApart } = await listeners(['eu', 'us', 'ap'], settings);
  const app = startOnScreen([], env, home);
  await app.sees(/3 clusters[\s\S]*password of user-of-us at us:/);
  await app.sees(/UNKNOWN +ap +login refused/);
  await app.sees(/ eu +whether all is well/);
  app.typeEach('password-of-us\r');
  await app.sees(/ us +whether all is well/);
  app.command('cluster us');
  await app.sees(/READ-ONLY +us user-of-us/);
  await app.sees('server-of-us');
  app.keyboard.type('0');
  await app.sees('3 clusters');
  app.command('cluster eu');
  await app.sees('server-of-eu');
  expect(app.text()).not.toMatch(/READ-ONLY|of-us/);
  await app.quit();
  expect(app.device() + app.errors()).not.toMatch(/password-of|token-of/);
  expectApart();
});

test('what was typed into a form of one cluster is not in that of another, and is sent to its own only', async () => {
  const { clusters, home, env, expectApart } = await listeners(['eu', 'us']);
  const app = startOnScreen([], env, home);
  await app.sees('2 clusters');
  const fillIn = async (name: string) => {
    app.command(`cluster ${name}`);
    await app.sees(`server-of-${name}`);
    app.typeEach('6a');
    await app.sees('New user');
    const empty = app.text();
    app.typeEach(`person-of-${name}\tphrase-of-${name}\t`);
    await app.sees(`person-of-${name}`);
    return empty;
  };
  await fillIn('eu');
  app.typeEach('\x1b');
  await app.sees('unsaved changes: y discards');
  app.typeEach('y');
  expect(await fillIn('us')).not.toContain('-of-eu');
  app.typeEach('\r');
  // Whom a write is for stands in its confirmation.
  await app.sees(/to us \(http\S+\) as user-of-us[\s\S]*Create a user/);
  app.typeEach('y');
  await eventually(() => expect(clusters[1]?.all()).toContain('phrase-of-us'));
  // Ctrl-C closes what is said of the answer, leaves the form (y discards it), and then ends the program.
  const ended = app.ended.then((code) => `ended with ${code}`);
  await expect
    .poll(() => {
      app.typeEach('\x03y');
      return Promise.race([ended, 'still open']);
    })
    .toBe('ended with 0');
  expectApart();
  expect(app.device() + app.errors()).not.toMatch(/phrase-of/);
});
