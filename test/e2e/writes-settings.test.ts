import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { type Desk, openDesk, sendThroughFailures } from './writes.ts';

const PATCH = 'PATCH /api/transcode/settings';

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

describe.concurrent('transcode settings', () => {
  test('A13: reading is explained and asked for once, and Enter alone sends nothing', async ({ expect }) => {
    await using desk = await openDesk({ screen: 'settings' });
    const { app } = desk;
    app.press('enter');
    await app.sees('y send');
    app.press('enter', 'enter').press('esc');
    await app.seesNo('y send');
    expect(desk.writes()).toEqual([]);
    await readFirst(desk);
    await desk.tells(/Encoder path \/usr\/bin\/ffmpeg not editable: locked by STORM_FFMPEG_PATH/);
    expect(desk.writes()).toEqual([`${PATCH} 200`]);
    app.press('r');
    await app.until(() => desk.writes().length === 2, 'it is read again without a question');
    const read = await settings(desk);
    expect(read).toMatchObject({ ffmpegPath: '/usr/bin/ffmpeg', thumbGenerateTaskLimit: 4 });
  });

  test('A13: only changes are sent, no limit as null, despite failures', async ({ expect }) => {
    await using desk = await openDesk({ screen: 'settings' });
    const { app } = desk;
    const before = await settings(desk);
    await readFirst(desk);
    await openForm(desk);
    app.press('tab', 'n', 'tab', 'ctrl-u').type('9');
    await desk.tells(/Transcode tasks \* ● ∞ no limit.*Thumbnail tasks \* ● 9 /);
    await sendThroughFailures(desk, 'transcode', {
      request: PATCH,
      stays: [/Transcode tasks \* ● ∞ no limit.*Thumbnail tasks \* ● 9 /],
    });
    expect(await settings(desk)).toEqual(before);
    await desk.review();
    await desk.tells(/Transcode tasks 70 → ∞ no limit Thumbnail tasks 4 → 9/);
    const sent = await desk.written(async () => {
      app.press('y');
      await app.sees('The transcode settings are updated', /Transcode tasks ∞/);
    });
    // the values that were shown are compared first
    expect(sent).toEqual([`${PATCH} 200`, `${PATCH} 200`]);
    expect(await settings(desk)).toEqual({ ...before, transcodeTaskLimit: null, thumbGenerateTaskLimit: 9 });
    expect(desk.audit().at(-1)).toMatchObject({
      action: 'update transcode settings',
      fields: { transcodeTaskLimit: null, thumbGenerateTaskLimit: 9 },
      outcome: 'confirmed',
    });
  });

  test('A13: a value that the server refuses is reported at its field, and a variable that locks a field is named', async ({
    expect,
  }) => {
    await using desk = await openDesk({ screen: 'settings' });
    const { app, sim } = desk;
    await readFirst(desk);
    await openForm(desk);
    app.press('ctrl-u').type('   ');
    await desk.send();
    await desk.tells(
      /\(400\).*▸ Encoder command \* ● ✖ The ffmpegCommand must be a string that is not empty/,
    );
    app.press('ctrl-u').type('-i {{SOURCE_INPUT}} {WRONG}');
    await desk.tells(/placeholders? .*\{WRONG\}/);
    sim.world.settings.transcodeLocks.set('ffmpegCommand', 'STORM_FFMPEG_COMMAND');
    await desk.review();
    // a command that will not work is not sent without a warning
    await desk.tells(/▲ Encoder command: .*\{WRONG\}/);
    app.press('y');
    await desk.tells(
      /\(409\).*▸ Encoder command.*✖ The ffmpegCommand is set by the environment variable STORM_FFMPEG_COMMAND/,
    );
    expect((await settings(desk)).ffmpegCommand).toMatch(/^-i \{SOURCE_INPUT\} -c:v/);
    expect(desk.writes().filter((one) => !one.endsWith('200'))).toEqual([`${PATCH} 400`, `${PATCH} 409`]);
  });

  test('A13: values that changed on the server meanwhile stop the edit and are shown beside the old ones', async ({
    expect,
  }) => {
    await using desk = await openDesk({ screen: 'settings' });
    const { app } = desk;
    await readFirst(desk);
    await openForm(desk);
    app.press('tab', 'tab', 'ctrl-u').type('9');
    await desk.ask('PATCH', '/api/transcode/settings', { thumbGenerateTaskLimit: 6 });
    await desk.send();
    await desk.tells(
      /Not sent: the settings changed.*● 9 ✖ It was 4 when it was read, the server now says 6/,
    );
    expect(await settings(desk)).toMatchObject({ thumbGenerateTaskLimit: 6 });
    await desk.review();
    await desk.tells(/Thumbnail tasks 6 → 9/);
    app.press('y');
    await app.sees('The transcode settings are updated');
    expect(await settings(desk)).toMatchObject({ thumbGenerateTaskLimit: 9 });
  });

  test('A13: a token that is revoked while the form is open is renewed', async ({ expect }) => {
    await using desk = await openDesk({ screen: 'settings' });
    const { app, sim } = desk;
    await readFirst(desk);
    await openForm(desk);
    app.press('tab', 'ctrl-u').type('0');
    await app.sees('0 blocks');
    await desk.review();
    sim.faults.set({ kind: 'revoked-token' });
    app.press('y');
    await app.sees('The transcode settings are updated');
    expect(await settings(desk)).toMatchObject({ transcodeTaskLimit: 0 });
    // A poll that gets the 401 first renews the token before the write is sent.
    const refused = `${PATCH} 401`;
    expect(desk.writes().filter((write) => write !== refused)).toEqual(Array(3).fill(`${PATCH} 200`));
  });

  test('a command of several lines is edited in $EDITOR, and the terminal is whole afterwards', async ({
    expect,
  }) => {
    await using desk = await openDesk({
      screen: 'settings',
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
});
