import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { access, simulate } from '../../e2e/program.ts';
import { eventually } from '../../support/eventually.ts';
import { headless } from '../../support/headless.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { configure } from '../run-command.ts';
import { SERVER, startOnScreen, watchQuiet } from '../run-screen.ts';
import { simulated } from '../simulated.ts';

test('the theme follows the background of the terminal, also when it is known late, until one is chosen', async () => {
  const app = await watchQuiet();
  expect(app.output.writes.join('')).toContain('\x1b]11;?');
  const painted = async (reply: string) => {
    app.output.take();
    app.keyboard.type(reply);
    // A key comes after the reply: the screen shows its effect.
    app.command('audit');
    await app.sees('No change was sent from here yet');
    await app.escape('No change was sent from here yet');
    return app.output.take();
  };
  const light = await painted('\x1b]11;rgb:ffff/ffff/ffff\x1b\\');
  const dark = await painted('\x1b]11;rgb:0000/0000/0000\x1b\\');
  const colours = (text: string) => new Set(text.match(/38;5;\d+/g));
  expect(colours(dark)).not.toEqual(colours(light));
  app.command('theme contrast');
  await app.sees('Theme: contrast.');
  const chosen = await painted('\x1b]11;rgb:ffff/ffff/ffff\x1b\\');
  expect(colours(chosen)).not.toEqual(colours(light));
  await app.quit();
});

test('replies of the terminal are no commands and no text', async () => {
  const strings =
    ']10;rgb:0000/0000/0000 P>|xterm(390) ]4;1;rgb:cdcd/0000/0000 P1+r524742=38 P1$r0m _Gi=31;OK';
  const replies = [
    ...'[?62;4c [>41;377;0c [12;40R [?2026;2$y [?0u [8;40;120t [I [O'.split(' ').map((end) => `\x1b${end}`),
    ...strings.split(' ').map((text) => `\x1b${text}\x1b\\`),
  ];
  const app = await watchQuiet(['--theme', 'dark']);
  for (const reply of [replies.join(''), ...replies]) app.keyboard.type(reply);
  app.keyboard.type('?');
  await app.sees(/Search: +│/);
  for (const reply of replies) app.keyboard.type(reply);
  app.keyboard.type('zoom');
  await app.sees(/Search: zoom +│/);
  await app.escape('Search:');
  expect(app.text()).toContain('─ Signal path ─');
  expect(app.text()).not.toMatch(/FROZEN|Asked for everything|Polling intervals/);
  await app.quit();
});

test('an answer before the first frame is followed as well', async () => {
  const { args, env, home } = await simulated({ scenario: 'quiet' });
  configure(home, 'keys: { app.theme: [T] }\n');
  const app = startOnScreen(args, env, home);
  const write = app.output.write.bind(app.output);
  app.output.write = (data, done) => {
    if (data.includes('\x1b]11;?')) setImmediate(() => app.keyboard.type('\x1b]11;rgb:ffff/ffff/ffff\x1b\\'));
    return write(data, done);
  };
  await app.sees(SERVER);
  app.keyboard.type('T');
  // The next theme after the one for a light background.
  await app.sees('Theme: contrast.');
  await app.quit();
  // The program ends once the choice is written.
  expect(readFileSync(join(home, 'state/castwatch/preferences.json'), 'utf8')).toContain('"contrast"');
});

test.each([
  ['a named theme', ['--theme', 'dark'], {}],
  ['a screen without colours', [], { NO_COLOR: '1' }],
  ['a console that prints unknown sequences', [], { TERM: 'linux' }],
])('%s sends no question to the terminal', async (_what, words, more) => {
  const app = await watchQuiet(words, more);
  expect(app.output.writes.join('')).not.toContain('\x1b]11;?');
  await app.quit();
});

test('a new window size is drawn, and the bell rings only for a critical problem', async () => {
  const clock = new ManualClock();
  // Two minutes into the incident, where the clock stands.
  const simulator = await simulate({ scenario: 'incident', clock, startAt: clock.now() });
  await clock.advance(130_000);
  const { args, env } = access(simulator);
  const app = startOnScreen(['--interval', '1', '--theme', 'dark', ...args], env);
  await eventually(() => expect(app.output.writes.join('')).toContain('\x07'));
  expect(app.output.writes.join('')).not.toMatch(/\x1b\](9|777);castwatch/);
  app.output.take();
  app.output.resize(60, 20);
  await eventually(async () => {
    const smaller = headless(60, 20);
    await smaller.write(app.output.writes.join(''));
    const rows = smaller.text();
    smaller.dispose();
    expect(rows.join('\n')).toContain('CRITICAL');
    expect(rows.at(-1)).toContain('q quit');
  });
  await app.quit();
});

test('the theme of an earlier run is used unless the command line names one; an unknown one is left out', async () => {
  const { args, env, home } = await simulated({ scenario: 'quiet' });
  configure(home, 'keys: { app.theme: [T] }\n');
  const state = join(home, 'state/castwatch');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  /** The theme after the one that is shown. */
  const next = async (chosen: string, ...words: string[]) => {
    const file = join(state, 'preferences.json');
    writeFileSync(file, JSON.stringify({ theme: chosen, units: 'bytes', screens: {} }));
    const app = startOnScreen([...words, ...args], env, home);
    // The choices are applied together.
    await app.sees(/\d [MG]B\/s/);
    app.keyboard.type('T');
    await app.sees('Theme: ');
    const [, name] = /Theme: (\w+)\./.exec(app.text()) ?? [];
    await app.quit();
    await eventually(() => expect(JSON.parse(readFileSync(file, 'utf8')).theme).toBe(name));
    return name;
  };
  expect(await next('dark')).toBe('light');
  expect(await next('dark', '--theme', 'light')).toBe('contrast');
  // After the last one comes the first, for an unknown background.
  expect(await next('sepia')).toBe('dark');
});
