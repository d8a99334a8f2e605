import { afterEach, expect, test, vi } from 'vitest';
import { Runtime } from '../../../src/ui/program/runtime.ts';
import { startInk } from '../../../src/ui/react/start-ink.ts';
import { createUiStore } from '../../../src/ui/store.ts';
import { Screen } from '../../../src/ui/terminal/screen-writer.ts';
import { resolveTheme } from '../../../src/ui/theme/resolve.ts';
import { FakeOutput } from '../../support/fake-output.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { headless } from '../../support/headless.ts';
import { Keyboard } from '../../support/keyboard.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** The program from its services through Ink to the cells of a terminal. */
async function start() {
  const [columns, rows] = [100, 30];
  const output = new FakeOutput(columns, rows);
  const clock = new ManualClock(sampleNow);
  const screen = new Screen({ output, theme: resolveTheme('dark', '256'), clock });
  const base = fakeServices(sampleState());
  const services = { ...base, clock };
  const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;
  const runtime = new Runtime(services, createUiStore('overview', display), { columns, rows }, () => {});
  screen.on('resize', () => runtime.resize({ columns: screen.columns, rows: screen.rows }));
  runtime.start();
  const keyboard = new Keyboard();
  const ink = startInk({
    screen,
    runtime,
    suspendHandle: { over: undefined },
    input: keyboard.stream,
    onCrash: (error) => expect.unreachable(String(error)),
  });
  const terminal = headless(columns, rows);
  open.push(() => {
    runtime.stop();
    ink.unmount();
    screen.destroy();
    terminal.dispose();
  });
  const show = async () => {
    await clock.advance(100);
    const writes = output.writes.length;
    await terminal.write(output.take());
    return writes;
  };
  const type = async (text: string) => {
    for (const key of text) {
      keyboard.type(key);
      await ink.waitUntilRenderFlush();
    }
    return show();
  };
  await show();
  /** Bytes that the terminal sends at once, such as a mouse report. */
  const send = async (chunk: string) => {
    keyboard.type(chunk);
    await ink.waitUntilRenderFlush();
    return show();
  };
  return { services: base, runtime, terminal, output, type, send, show };
}

test('a change in the cluster reaches the terminal in one write', async () => {
  const { services, terminal, show } = await start();
  expect(terminal.text()[0]).not.toContain('another name');
  services.show(sampleState({ name: 'another name' }));
  expect(await show()).toBe(1);
  expect(terminal.text()[0]).toContain('another name');
  services.show(sampleState({ name: 'another name' }));
  expect(await show()).toBe(0);
});

test('a dialog covers the screen with the cursor in its field, and closing it restores both', async () => {
  const { terminal, output, type } = await start();
  const before = terminal.text();
  await type(':');
  const { x, y } = terminal.cursor();
  expect(terminal.text()[y]?.slice(0, x)).toMatch(/:\s*$/);
  await type('str');
  expect(terminal.cursor()).toEqual({ x: x + 3, y });
  expect(terminal.text()[y]?.slice(x, x + 3)).toBe('str');
  output.writes.length = 0;
  await type('\x1b');
  // A lone escape is recognised only after a moment, so the screen is checked until it has come.
  await expect.poll(() => output.writes.join('')).toContain('\x1b[?25l');
  await terminal.write(output.take());
  // The rest comes as time advances.
  const covered = (rows: readonly string[]) => rows.slice(y - 1, y + 4);
  expect(covered(terminal.text())).toEqual(covered(before));
});

test('a click on a tab opens its screen, and no letter of the mouse report counts as a key', async () => {
  const { terminal, send } = await start();
  const tabs = terminal.text()[1] ?? '';
  await send(`\x1b[<0;${tabs.indexOf(' 5') + 2};2M`);
  expect(terminal.text()[4]).toMatch(/Journal/);
  await send('\x1b[<0;1;1m');
  expect(terminal.text()[4]).toMatch(/Journal/);
});

test('a paste reaches the open field', async () => {
  const { terminal, send } = await start();
  await send('3/');
  await send('\x1b[200~edge-1a\x1b[201~');
  expect(terminal.text().join('\n')).toMatch(/edge-1a +\d+ left/);
});

test('keys of one chunk are drawn once, and each acts on the result of those before it', async () => {
  const keys = ['3', '\x1b[B', 'j', '\x1b[B', '\r', '\t'];
  const one = await start();
  const draw = vi.spyOn(one.runtime, 'draw');
  await one.send(`${keys.join('')}${'jk'.repeat(100)}`);
  // Once for where Tab begins, once for all keys, once when time advances.
  expect(draw.mock.calls.length).toBeLessThanOrEqual(3);
  const each = await start();
  for (const key of keys) await each.send(key);
  expect(one.terminal.text()).toEqual(each.terminal.text());
});
