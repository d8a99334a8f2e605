import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Desk, openDesk } from './writes.ts';

/** The settings as the cluster returns them over plain HTTP. */
async function settings(desk: Desk): Promise<Record<string, unknown>> {
  const { data } = await desk.ask('PATCH', '/api/transcode/settings', {});
  const { attributes } = data as { attributes: Record<string, { value: unknown }> };
  return Object.fromEntries(Object.entries(attributes).map(([name, { value }]) => [name, value]));
}

/** Reads the settings, which needs a confirmation the first time. */
async function readFirst({ app }: Desk): Promise<void> {
  await app.sees('Not read yet');
  app.press('enter');
  await app.sees('PATCH /api/transcode/settings with {"data":{"attributes":{}}}', 'y send');
  app.press('y');
  await app.sees('The transcode settings are read', 'Thumbnail tasks 4');
}

async function openForm({ app }: Desk): Promise<void> {
  app.press('e');
  await app.sees('Edit the transcode settings', /▸ Encoder command/);
}

test('a command of several lines is edited in $EDITOR, and the terminal is whole afterwards', async () => {
  await using desk = await openDesk({
    screen: 'transcoding',
    prepare: (home) => {
      const script = join(home, 'editor.sh');
      // It asks before it starts: then keys and screen belong to the editor.
      writeFileSync(
        script,
        '#!/bin/sh\ntrap "echo interrupted" INT\necho "$1" > where; stat -c %a "$1" > mode; cp "$1" was\nprintf "EDITING "\nuntil read -r how; do :; done\n' +
          '[ "$how" = bad ] && exit 3\nprintf -- "-i {SOURCE_INPUT}\\n{VIDEO_ENCODER} {AUDIO_ENCODER}\\n{STREAM_OUTPUT}\\n" > "$1"\n',
      );
      chmodSync(script, 0o700);
      return { EDITOR: script, VISUAL: '' };
    },
  });
  const { app } = desk;
  const file = (name: string) => readFileSync(join(app.home, name), 'utf8').trim();
  await readFirst(desk);
  await openForm(desk);
  app.type('\x0f');
  await app.sees('EDITING');
  expect(app.screen.alternate()).toBe(false);
  // A habit of many: it is for the editor.
  app.press('ctrl-c');
  await app.sees('interrupted');
  app.type('bad\r');
  await desk.tells(/▸ Encoder command \* -i \{SOURCE_INPUT\} -c:v.*Nothing was changed: .*ended with 3/);
  app.type('\x0f');
  await app.sees(/bad\s+EDITING/);
  app.type('good\r');
  await desk.tells(
    /Encoder command \* ● -i \{SOURCE_INPUT\} \{VIDEO_ENCODER\} \{AUDIO_ENCODER\} \{STREAM_OUTPUT\}/,
  );
  expect(app.screen.alternate()).toBe(true);
  expect(file('was')).toMatch(/^-i \{SOURCE_INPUT\} -c:v/);
  expect(file('mode')).toBe('600');
  expect(existsSync(file('where'))).toBe(false);
  await desk.send();
  await app.sees('The transcode settings are updated');
  expect((await settings(desk)).ffmpegCommand).toBe(
    '-i {SOURCE_INPUT}\n{VIDEO_ENCODER} {AUDIO_ENCODER}\n{STREAM_OUTPUT}',
  );
  app.press('q');
  expect(await app.ends()).toBe(0);
});
