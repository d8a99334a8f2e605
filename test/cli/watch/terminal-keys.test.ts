import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { startOnScreen } from '../run-screen.ts';
import { simulated } from '../simulated.ts';

const ENTER = '\x1b[?1049h';
const LEAVE = '\x1b[?1049l';

test('a name is copied to the terminal, and :redraw draws everything again', async () => {
  const { args, env } = await simulated({ scenario: 'quiet' });
  const app = startOnScreen(['--theme', 'dark', '--screen', 'servers', ...args], env);
  await app.sees(/(edge|origin)-fra-1/);
  app.output.take();
  app.keyboard.type('y');
  await app.sees(/Copied|copied/);
  const [, copied = ''] = /\x1b\]52;c;([^\x07\x1b]*)/.exec(app.output.take()) ?? [];
  const name = Buffer.from(copied, 'base64').toString();
  expect(name).not.toBe('');
  expect(app.text()).toContain(name);
  for (const key of ':redraw\r') app.keyboard.type(key);
  await eventually(() => expect(app.output.writes.join('')).toContain('edge-fra-1'));
  await app.quit();
});

test('the editor has the terminal to itself, and its text is taken over', async () => {
  const { args, env, home } = await simulated();
  const [editor, terminal, typed] = ['editor.sh', 'terminal', 'typed'].map((name) => join(home, name));
  // The screen still shows what the terminal had received when the editor began.
  writeFileSync(
    editor ?? '',
    `#!/bin/sh\ncp '${terminal}' '${typed}'\nprintf -- '-i {SOURCE_INPUT} -new' > "$1"\n`,
  );
  chmodSync(editor ?? '', 0o700);
  const words = ['--theme', 'dark', '--screen', 'transcoding', ...args];
  const app = startOnScreen(words, { ...env, VISUAL: '', EDITOR: editor ?? '' }, home);
  await app.sees('Not read yet');
  app.keyboard.type('\r');
  await app.sees('y send');
  app.keyboard.type('y');
  await app.sees('The transcode settings are read');
  app.keyboard.type('e');
  await app.sees('Edit the transcode settings');
  app.keyboard.type('\x0f');
  await app.sees('-i {SOURCE_INPUT} -new');
  const before = readFileSync(typed ?? '', 'latin1');
  expect(before.lastIndexOf(LEAVE)).toBeGreaterThan(before.lastIndexOf(ENTER));
  expect(app.device().lastIndexOf(ENTER)).toBeGreaterThan(app.device().lastIndexOf(LEAVE));
  app.keyboard.type('\x1b');
  await app.sees('unsaved changes: y discard');
  app.keyboard.type('y');
  await eventually(() => expect(app.text()).not.toContain('Edit the transcode settings'));
  await app.quit();
});
