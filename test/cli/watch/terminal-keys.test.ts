import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { startOnScreen, watchQuiet } from '../run-screen.ts';
import { simulated } from '../simulated.ts';

const ENTER = '\x1b[?1049h';
const LEAVE = '\x1b[?1049l';

test('a name is copied to the terminal, and :redraw draws everything again', async () => {
  const app = await watchQuiet(['--theme', 'dark', '--screen', 'servers']);
  app.output.take();
  app.keyboard.type('y');
  await app.sees(/Copied|copied/);
  const [, copied = ''] = /\x1b\]52;c;([^\x07\x1b]*)/.exec(app.output.take()) ?? [];
  const name = Buffer.from(copied, 'base64').toString();
  expect(name).not.toBe('');
  expect(app.text()).toContain(name);
  app.command('redraw');
  await eventually(() => expect(app.output.writes.join('')).toContain('edge-fra-1'));
  await app.quit();
});

test('the editor has the terminal to itself, and its text is taken over', async () => {
  const { args, env, home } = await simulated();
  const [editor = '', terminal = '', typed = ''] = ['editor', 'terminal', 'typed'].map((name) =>
    join(home, name),
  );
  // What the terminal has received when the editor begins is kept.
  const script = `#!/bin/sh\ncp '${terminal}' '${typed}'\nprintf -- '-i {SOURCE_INPUT} -new' > "$1"\n`;
  writeFileSync(editor, script, { mode: 0o700 });
  const words = ['--theme', 'dark', '--screen', 'transcoding', ...args];
  const app = startOnScreen(words, { ...env, VISUAL: '', EDITOR: editor }, home);
  await app.sees('Not read yet');
  app.keyboard.type('\r');
  await app.sees('y send');
  app.keyboard.type('y');
  await app.sees('The transcode settings are read');
  app.keyboard.type('e');
  await app.sees('Edit the transcode settings');
  app.keyboard.type('\x0f');
  await app.sees('-i {SOURCE_INPUT} -new');
  const before = readFileSync(typed, 'latin1');
  expect(before.lastIndexOf(LEAVE)).toBeGreaterThan(before.lastIndexOf(ENTER));
  expect(app.device().lastIndexOf(ENTER)).toBeGreaterThan(app.device().lastIndexOf(LEAVE));
  app.keyboard.type('\x1b');
  await app.sees('unsaved changes: y discard');
  app.keyboard.type('y');
  await eventually(() => expect(app.text()).not.toContain('Edit the transcode settings'));
  await app.quit();
});
