import { expect, onTestFinished, test, vi } from 'vitest';
import { headless } from '../../support/headless.ts';
import { sampleState } from '../../support/sample-state.ts';
import { startedInk } from './started-ink.ts';

const SIZE = { columns: 100, rows: 30 };

/** The program in a terminal. */
async function start() {
  const { services, runtime, clock, output, keyboard, ink } = startedInk(SIZE);
  const terminal = headless(SIZE.columns, SIZE.rows);
  onTestFinished(() => terminal.dispose());
  /** Resolves with the number of writes to the terminal. */
  const show = async () => {
    await clock.advance(100);
    const writes = output.writes.length;
    await terminal.write(output.take());
    return writes;
  };
  /** Bytes that the terminal sends at once, such as a mouse report. */
  const send = async (chunk: string) => {
    keyboard.type(chunk);
    await ink.waitUntilRenderFlush();
    return show();
  };
  const type = async (text: string) => {
    for (const key of text) await send(key);
  };
  await show();
  return { services, runtime, terminal, output, type, send, show };
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
  const { terminal, output, type, send, show } = await start();
  const before = terminal.text();
  await type(':');
  const { x, y } = terminal.cursor();
  expect(terminal.text()[y]?.slice(0, x)).toMatch(/:\s*$/);
  await type('str');
  expect(terminal.cursor()).toEqual({ x: x + 3, y });
  expect(terminal.text()[y]?.slice(x, x + 3)).toBe('str');
  await send('\x1b');
  // A lone escape is recognised only after a moment, so the screen is checked until it has come.
  await expect.poll(() => output.writes.join('')).toContain('\x1b[?25l');
  await show();
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
