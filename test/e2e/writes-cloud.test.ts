import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { type Desk, openDesk, sendThroughFailures } from './writes.ts';

const CREATE = 'POST /cloud/api/request/stream';
const png = (size: number) => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(size)]);

/** Opens the form with a name, and a region found by typing. */
async function begin({ app }: Desk, name: string): Promise<void> {
  await app.sees('Asia Pacific (Japan)', '419 time zones');
  app.press('a');
  await app.sees('New cloud stream');
  app.type(name).press('tab', 'tab').type('europe');
  await app.sees('● 4 Europe');
}

/** The secrets of the stream, as they are shown on request. */
async function revealed({ app }: Desk): Promise<string[]> {
  app.press(':').type('reveal').press('enter');
  await app.sees(/Username +cast-\w+/);
  const shown = ['Stream key', 'Username', 'Password'].map(
    (label) => new RegExp(`${label} +(\\S+)`).exec(app.text())?.[1] ?? '',
  );
  app.press(':').type('reveal').press('enter');
  await app.seesNo(/Username +cast-\w+/);
  return shown;
}

describe.concurrent('cloud', () => {
  test('B1: a stream with only the required fields is created despite failures, with its secrets hidden until asked for', async ({
    expect,
  }) => {
    await using desk = await openDesk({ screen: 'cloud' });
    const { app } = desk;
    await begin(desk, 'Concert');
    const stays = [/Name \* ● Concert.*● 4 Europe/];
    await sendThroughFailures(desk, 'cloud-create', { request: CREATE, stays, byKey: true });
    const sent = await desk.written(async () => {
      await desk.send();
      await app.sees('Stream created', /Concert +/);
    });
    expect(sent).toEqual([`${CREATE} 200`]);
    const seen = app.raw.length;
    app.press('enter');
    await desk.tells(/Cloud stream Concert.*Stream key •+.*Password •+/);
    const secrets = await revealed(desk);
    expect(secrets).toEqual([
      expect.stringMatching(/^\w{14}$/),
      expect.stringMatching(/^cast-/),
      expect.stringMatching(/^\w{9}$/),
    ]);
    for (const secret of secrets) expect(app.raw.slice(0, seen)).not.toContain(secret);
    for (const secret of secrets) {
      app.press('y');
      await app.until(
        () => app.raw.includes(Buffer.from(secret).toString('base64')),
        'it is on the clipboard',
      );
    }
    expect(JSON.stringify(desk.audit())).not.toMatch(new RegExp(secrets.join('|')));
  });

  test('B1: every field and both images are sent, and images are checked before that', async ({ expect }) => {
    await using desk = await openDesk({
      screen: 'cloud',
      prepare: (home) => {
        writeFileSync(join(home, 'good.png'), png(300_000));
        writeFileSync(join(home, 'text.png'), 'no picture at all');
        writeFileSync(join(home, 'large.png'), png(8192 * 1024));
        return {};
      },
    });
    const { app } = desk;
    await begin(desk, 'Größe 大会');
    app.press('shift-tab').paste('Erste Zeile\nzweite').press('tab', 'tab', 'space', 'tab');
    app.type('24.12.2030 18:00:00').press('tab').type('berlin').press('tab', 'space', 'tab', 'right');
    await desk.tells(/Time zone \* ● Europe\/Berlin.*Published ● \[ \] no ▸ Source ● ‹ PULL ›/);
    app.press('tab').type('99').press('tab', 'right', 'tab').type('9999999999999').press('tab');
    app.type('text.png');
    await desk.tells(/its content is not jpeg, png, gif or webp/);
    app.press('ctrl-u').type('large.png');
    await desk.tells(/8193 KB; at most 8192 KB/);
    app.press('enter');
    await desk.tells(/✖ (Not sent|One field).*Thumbnail ● large\.png/);
    app.press('ctrl-u').type('goo').press('tab');
    await app.sees('good.png');
    app.press('tab');
    await app.sees('▸ Splashscreen');
    app.type('./good.png');
    await desk.send();
    // the server checks more than the form can
    await desk.tells(/\(400\).*The themeId must be an integer/);
    app.press('shift-tab', 'shift-tab', 'ctrl-u').type('3');
    await desk.send();
    await desk.tells(/does not know the source id.*\(404\)/);
    app.press('shift-tab', 'shift-tab', 'ctrl-u').type('2');
    await desk.review();
    await desk.tells(/Source id 2 Encoder ABR Theme id 3 Thumbnail (?:\+ )?\S*good\.png \(png, 300 kB\)/i);
    app.press('y');
    await app.sees('Stream created');
    expect(desk.writes()).toEqual([`${CREATE} 400`, `${CREATE} 404`, `${CREATE} 200`]);
    app.press('enter');
    // as the cloud's answer says it
    await desk.tells(
      /Cloud stream Größe 大会.*Region Europe.*Description Erste Zeile zweite Published no/,
      /Countdown 24\.12\.2030 18:00:00 Europe\/Berlin Source type PULL.*ABR Theme Corporate \(3\)/,
      /Thumbnail url https:.*thumbnail, mimeType image.png, size 300008 Splashscreen url/,
    );
  });
});
