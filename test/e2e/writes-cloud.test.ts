import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { type Desk, openDesk, sendThroughFailures } from './writes.ts';

const CREATE = 'POST /cloud/api/request/stream';
const VALUES = '/cloud/api/request/stream/create-possible-values';
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
  app.press('R');
  await app.sees(/Username +cast-\w+/);
  const shown = ['Stream key', 'Username', 'Password'].map(
    (label) => new RegExp(`${label} +(\\S+)`).exec(app.text())?.[1] ?? '',
  );
  app.press('R');
  await app.seesNo(/Username +cast-\w+/);
  return shown;
}

describe.concurrent('cloud', () => {
  test('B2: the possible values are read when the screen opens; every error is reported, and r asks again', async ({
    expect,
  }) => {
    await using desk = await openDesk({
      screen: 'cloud',
      simulator: { faults: [{ kind: 'unauthorized', endpoint: 'cloud-values' }] },
    });
    const { app, sim } = desk;
    await desk.tells(/The API key is not accepted.*\(401\)/);
    app.press('a');
    await desk.tells(/Asking for regions and time zones first|The API key is not accepted/);
    for (const [kind, says] of [
      ['rate-limit', /500 requests a minute/],
      ['error-500', /\(500\)/],
      ['html', /\(502\)|a web page/],
    ] as const) {
      sim.faults.set({ kind, endpoint: 'cloud-values' });
      app.press('r');
      await desk.tells(says);
    }
    sim.faults.clear();
    app.press('r');
    await app.sees('9 Africa', '419 time zones');
    // known values stay when another try fails
    desk.gate.refuse();
    app.press('r');
    await desk.tells(/✖ not read.*9 Africa/);
    await desk.gate.open();
    expect(sim.requests.filter(({ path }) => path === VALUES).map(({ status }) => status)).toContain(200);
    expect(desk.writes()).toEqual([]);
  });

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

  test('B1: the limit of live streams is explained, and an unpublished stream can still be created', async ({
    expect,
  }) => {
    await using desk = await openDesk({ screen: 'cloud', simulator: { liveLimit: 0 } });
    const { app } = desk;
    await begin(desk, 'Too many');
    await desk.send();
    await desk.tells(/limit of streams that are live at once is reached: end a stream, or change the plan/);
    await desk.tells(/Name \* ● Too many/);
    app.press('tab', 'tab', 'space');
    await app.sees(/Published ● +\[ \] no/);
    await desk.send();
    await app.sees('Stream created');
    expect(desk.writes()).toEqual([`${CREATE} 403`, `${CREATE} 200`]);
  });

  test('B1: when the answer is lost, the list shows that the stream may exist', async ({ expect }) => {
    await using desk = await openDesk({ screen: 'cloud' });
    const { app, sim } = desk;
    await begin(desk, 'Lost');
    sim.faults.set({ kind: 'reset', endpoint: 'cloud-create' });
    await desk.send();
    await desk.tells(/May have happened.*Look for the stream in the cloud console/);
    app.press('y', 'esc');
    await app.seesNo('May have happened');
    app.press('esc');
    await app.sees('y discard');
    app.press('y');
    await desk.tells(/Created in this run.*Lost.*may exist|Lost.*\?/);
    expect(desk.writes()).toEqual([`${CREATE} 0`]);
    expect(desk.audit()).toMatchObject([{ action: 'create cloud stream', outcome: 'unknown' }]);
  });
});
