import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { openDesk, sendThroughFailures } from './writes.ts';

const KEY = 'L1CENSE-0F-THE-TEST';
const PUT = 'PUT /api/license/settings';

describe.concurrent('license', () => {
  test('A14: a typed key is accepted despite failures and never shown', async ({ expect }) => {
    await using desk = await openDesk({ screen: 'settings' });
    const { app, sim } = desk;
    app.press('L');
    await app.sees('Replace the license key');
    app.press('enter');
    await desk.tells(/License key \* ✖ needed/);
    app.type('  ');
    await app.sees('must not be blank');
    app.press('ctrl-u').paste(`${KEY}\n`);
    await sendThroughFailures(desk, 'license', { request: PUT, stays: [/License key \* ● •{19} /] });
    const sent = await desk.written(async () => {
      await desk.send();
      await app.sees('The license key is replaced', '✔ Replaced from here');
    });
    expect(sent).toEqual([`${PUT} 200`]);
    expect(sim.world.settings.licenseKey).toBe(KEY);
    expect(app.raw).not.toContain(KEY);
    expect(JSON.stringify(desk.audit())).not.toContain(KEY);
  });

  test('A14: a key is read from a file, which must be private', async ({ expect }) => {
    await using desk = await openDesk({
      screen: 'settings',
      prepare: (home) => {
        writeFileSync(join(home, 'license.key'), `${KEY}\n`, { mode: 0o644 });
        return {};
      },
    });
    const { app, sim } = desk;
    app.press('L');
    await app.sees('Replace the license key');
    app.press('shift-tab', 'right', 'tab').type('lic').press('tab');
    await desk.tells(/File \* ● license\.key /);
    await desk.send();
    await desk.tells(/Not sent.*▸ File \* ● license\.key ✖ .*chmod 600/);
    expect(desk.writes()).toEqual([]);
    chmodSync(join(app.home, 'license.key'), 0o600);
    await desk.send();
    await app.sees('The license key is replaced');
    expect(desk.writes()).toEqual([`${PUT} 200`]);
    expect(sim.world.settings.licenseKey).toBe(KEY);
    expect(app.raw).not.toContain(KEY);
  });

  test('A14: a key that is fixed by a variable is explained with it', async ({ expect }) => {
    await using desk = await openDesk({
      screen: 'settings',
      simulator: { licenseLockedBy: 'STORM_LICENSE' },
    });
    const { app, sim } = desk;
    const before = sim.world.settings.licenseKey;
    app.press('L');
    await app.sees('Replace the license key');
    app.type(KEY);
    await desk.send();
    await desk.tells(/fixed by the environment variable STORM_LICENSE.*▸ License key \* ● •{19}/);
    expect(desk.writes()).toEqual([`${PUT} 409`]);
    expect(sim.world.settings.licenseKey).toBe(before);
    app.press('esc');
    await app.sees('y discard');
    app.press('y');
    await app.sees('Locked by STORM_LICENSE');
  });
});
