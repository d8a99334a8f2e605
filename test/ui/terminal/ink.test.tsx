import { render, Text, useInput, usePaste, useWindowSize } from 'ink';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Line } from '../../../src/base/text.ts';
import { Screen } from '../../../src/ui/terminal/screen-writer.ts';
import { ScreenContext, Surface } from '../../../src/ui/terminal/surface.tsx';
import { resolveTheme } from '../../../src/ui/theme/resolve.ts';
import { FakeOutput } from '../../support/fake-output.ts';
import { headless } from '../../support/headless.ts';
import { Keyboard } from '../../support/keyboard.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const rows: Line[] = [
  [
    { text: 'viewers ', tone: 'dim' },
    { text: '1 204', tone: 'crit' },
  ],
  [{ text: '日本' }],
];

function App({ lines }: { lines: readonly Line[] }) {
  const { columns, rows: height } = useWindowSize();
  const [typed, setTyped] = useState('');
  useInput((input) => setTyped((before) => before + input));
  usePaste(() => {});
  return (
    <>
      <Surface
        id="header"
        rect={{ x: 0, y: 0, width: columns, height: 1 }}
        lines={[[{ text: `header ${columns}x${height} ${typed}` }]]}
      />
      <Surface id="pane" rect={{ x: 2, y: 1, width: 20, height: 3 }} lines={lines} />
    </>
  );
}

async function start(lines: readonly Line[]) {
  const output = new FakeOutput(40, 6);
  const clock = new ManualClock();
  const theme = resolveTheme('dark', '256');
  const screen = new Screen({ output, theme, clock });
  const keyboard = new Keyboard();
  const terminal = headless(40, 6);
  const tree = (now: readonly Line[]) => (
    <ScreenContext value={screen}>
      <App lines={now} />
    </ScreenContext>
  );
  const app = render(tree(lines), {
    stdout: screen as unknown as NodeJS.WriteStream,
    stdin: keyboard.stream,
    debug: true,
    interactive: true,
    patchConsole: false,
    exitOnCtrlC: false,
  });
  const show = async () => {
    await app.waitUntilRenderFlush();
    await clock.advance(50);
    await terminal.write(output.take());
  };
  await show();
  return { app, tree, show, terminal, output, keyboard, screen, theme };
}

test('Ink reads keys and sizes, surfaces have their places, and only changes are sent', async () => {
  const { app, tree, show, terminal, output, keyboard, screen, theme } = await start(rows);
  expect(terminal.text().slice(0, 4)).toEqual(['header 40x6', '  viewers 1 204', '  日本', '']);
  expect(terminal.cell(10, 1).fg).toBe(theme.style('crit', undefined).fg);
  expect(terminal.modes().bracketedPaste).toBe(true);

  app.rerender(tree(rows));
  await app.waitUntilRenderFlush();
  expect(output.take()).toBe('');

  keyboard.type('k');
  await app.waitUntilRenderFlush();
  expect(output.writes.join('').length).toBeLessThan(40);
  await show();
  expect(terminal.text()[0]).toBe('header 40x6 k');

  terminal.resize(30, 5);
  output.resize(30, 5);
  await show();
  expect(terminal.text().slice(0, 3)).toEqual(['header 30x5 k', '  viewers 1 204', '  日本']);

  app.unmount();
  await app.waitUntilExit();
  await terminal.write(output.take());
  expect(terminal.modes().bracketedPaste).toBe(false);
  screen.destroy();
  terminal.dispose();
});

test('a surface that is removed frees its place, and what Ink draws itself is not shown', async () => {
  const { app, show, terminal, screen } = await start(rows);
  app.rerender(<Text>not a surface</Text>);
  await show();
  expect(terminal.text().join('').trim()).toBe('');
  app.unmount();
  screen.destroy();
  terminal.dispose();
});
