import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Ground, Line, Rect, Tone } from '../../../src/base/text.ts';
import { cut, graphemes, textWidth } from '../../../src/base/width.ts';
import { CLUSTER_LIMIT } from '../../../src/ui/terminal/cells.ts';
import { Screen, type ScreenOptions } from '../../../src/ui/terminal/screen-writer.ts';
import { resolveTheme } from '../../../src/ui/theme/resolve.ts';
import { BOLD, DIM, INVERSE, type Style, UNDERLINE } from '../../../src/ui/theme/style.ts';
import { FakeOutput } from '../../support/fake-output.ts';
import { type Headless, headless } from '../../support/headless.ts';
import { isLong } from '../../support/long.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const theme = resolveTheme('dark', '256');
function setUp(columns: number, rows: number, options: Partial<ScreenOptions> = {}) {
  const output = new FakeOutput(columns, rows);
  const clock = new ManualClock();
  const screen = new Screen({ output, theme, clock, ...options });
  const terminal = headless(columns, rows);
  terminal.write('\x1b[?7l');
  onTestFinished(() => {
    terminal.dispose();
    screen.destroy();
  });
  const show = async () => {
    screen.flush();
    await terminal.write(output.take());
  };
  return { output, clock, screen, terminal, show };
}

const full = (columns: number, rows: number): Rect => ({ x: 0, y: 0, width: columns, height: rows });
const rowsOf = (...texts: string[]): Line[] => texts.map((text) => [{ text }]);

const tones: Tone[] = ['plain', 'dim', 'ok', 'crit', 'badgeWarn', 'title'];
const grounds: (Ground | undefined)[] = [undefined, undefined, 'select', 'fieldFocus'];
/** Characters whose width the headless terminal and string-width agree on. */
const agreed = ['a', 'B', '7', ' ', ' ', '─', '█', '⣿', 'é', '日', '語', '각', '…', '●', 'е', 'ｱ'];
/** Characters on which terminals do not agree; their own cells are not compared. */
const disputed = ['👨‍👩‍👧', '❤️', '1️⃣', '🇩🇪', '👍🏽', 'e\u0301', '⚠', 'क्षि', '🎉'];

const spanOf = (chars: string[]) =>
  fc
    .record({
      parts: fc.array(fc.constantFrom(...chars), { maxLength: 8 }),
      tone: fc.constantFrom(...tones),
      on: fc.constantFrom(...grounds),
    })
    .map(({ parts, tone, on }) => ({ text: parts.join(''), tone, ...(on === undefined ? {} : { on }) }));
const frameOf = (chars: string[], rows: number) =>
  fc.array(fc.array(spanOf(chars), { maxLength: 6 }), { minLength: rows, maxLength: rows });

/** What the terminal must show: one entry a cell, or `undefined` where terminals differ. */
function expectedRow(line: Line, columns: number) {
  const cells: ({ text: string; style: Style } | undefined)[] = [];
  for (const span of line) {
    const style = theme.style(span.tone, span.on);
    for (const part of graphemes(cut(span.text, columns * 2))) {
      const width = textWidth(part);
      const fits = cells.length + width <= columns;
      const known = agreed.includes(part) || part === ' ';
      for (let i = 0; i < width && cells.length < columns; i++) {
        const text = i === 0 ? part : '';
        cells.push(fits && !known ? undefined : { text: fits ? text : ' ', style });
      }
    }
  }
  while (cells.length < columns) cells.push({ text: ' ', style: theme.style(undefined, undefined) });
  return cells;
}

function compare(terminal: Headless, lines: readonly Line[], columns: number) {
  for (const [y, line] of lines.entries()) {
    const wanted: unknown[] = [];
    const seen: unknown[] = [];
    for (const [x, cell] of expectedRow(line, columns).entries()) {
      if (cell === undefined) continue;
      const { chars, fg, bg, bold, dim, inverse, underline } = terminal.cell(x, y);
      const { text, style } = cell;
      const has = (attribute: number) => (style.attributes & attribute) !== 0;
      wanted.push([x, text, style.bg, has(UNDERLINE)]);
      seen.push([x, text === '' ? chars : chars || ' ', bg, underline]);
      if (text.trim() === '') continue; // the letters' own style cannot be seen
      wanted.push([style.fg, has(BOLD), has(DIM), has(INVERSE)]);
      seen.push([fg, bold, dim, inverse]);
    }
    expect(seen, `row ${y}: ${JSON.stringify(line)}`).toEqual(wanted);
  }
}

/** A character, and what follows it in its row. */
interface Change {
  readonly x: number;
  readonly y: number;
  readonly part: string;
}

function changed(lines: readonly Line[], changes: readonly Change[]): Line[] {
  return lines.map((line, y) => {
    const mine = changes.find((one) => one.y === y);
    if (mine === undefined) return line;
    const head = cut(line.map((span) => span.text).join(''), mine.x);
    const before = { text: head + ' '.repeat(mine.x - textWidth(head)) };
    return [before, { text: mine.part, tone: 'ok' }, { text: ' x' }];
  });
}

test.each([
  ['characters with the same width on all terminals', agreed],
  ['characters whose width differs between terminals', [...agreed, ...disputed]],
])(
  'after any frames and small changes the terminal shows the last one, cell for cell: %s',
  async (_, chars) => {
    const size = fc.constantFrom([20, 4] as const, [13, 3] as const, [34, 6] as const);
    const change = fc.record({ x: fc.nat(11), y: fc.nat(3), part: fc.constantFrom(...chars) });
    const rounds = fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 4 });
    const steps = fc.array(fc.tuple(size, frameOf(chars, 6), rounds), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(steps, async (frames) => {
        const { screen, terminal, output, show } = setUp(20, 4);
        for (const [[columns, rows], frame, all] of frames) {
          terminal.resize(columns, rows);
          output.resize(columns, rows);
          let lines: readonly Line[] = frame.slice(0, rows);
          for (const changes of [[], ...all]) {
            lines = changed(lines, changes);
            screen.setSurface('pane', full(columns, rows), lines);
            await show();
            compare(terminal, lines, columns);
          }
        }
      }),
      { numRuns: isLong ? 500 : 40 },
    );
  },
);

test('each turn paints in one write, and a large one uses synchronized output', async () => {
  const { screen, output } = setUp(30, 5);
  screen.setSurface('a', { x: 0, y: 0, width: 10, height: 2 }, rowsOf('one', 'two'));
  screen.setSurface('b', { x: 0, y: 2, width: 10, height: 1 }, rowsOf('three'));
  await Promise.resolve();
  expect(output.writes).toHaveLength(1);
  expect(output.take()).toMatch(/^\x1b\[H.*one.*two.*three.*$/s);
  const large = setUp(120, 10);
  const words = Array.from({ length: 10 }, (_, row) => `row ${row} `.repeat(17));
  large.screen.setSurface('a', { x: 0, y: 0, width: 120, height: 10 }, rowsOf(...words));
  await Promise.resolve();
  expect(large.output.writes).toHaveLength(1);
  expect(large.output.take()).toMatch(/^\x1b\[\?2026h.*row 0.*row 9.*\x1b\[\?2026l$/s);
});

test('a dialog covers the panes, and they reappear after it', async () => {
  const { screen, terminal, show } = setUp(12, 3);
  screen.setSurface('ground', full(12, 3), rowsOf('............', '............', '............'), -1);
  screen.setSurface('dialog', { x: 3, y: 1, width: 5, height: 1 }, rowsOf('SURE?'), 10);
  screen.setSurface('pane', { x: 0, y: 1, width: 12, height: 1 }, rowsOf('日本語日本語'));
  await show();
  expect(terminal.text()).toEqual(['............', '日 SURE?本語', '............']);
  screen.removeSurface('dialog');
  await show();
  expect(terminal.text()[1]).toBe('日本語日本語');
  screen.removeSurface('pane');
  screen.setSurface('far', { x: -2, y: 1, width: 6, height: 5 }, rowsOf('日日日', 'x'));
  screen.setSurface('edge', { x: 9, y: -1, width: 9, height: 3 }, rowsOf('', '日日', '日日'));
  await show();
  expect(terminal.text()).toEqual(['.........日', '日日.....日', '    ........']);
});

test('frames never queue for a terminal that does not read: it gets the newest when it reads again', async () => {
  const { screen, output, terminal } = setUp(20, 2);
  output.blocked = true;
  for (let i = 0; i < 50; i++) {
    screen.setSurface('pane', full(20, 2), rowsOf(`tick ${i}`));
    screen.flush();
    await Promise.resolve();
  }
  expect(output.writes).toHaveLength(1);
  output.drain();
  await Promise.resolve();
  expect(output.writes).toHaveLength(2);
  await terminal.write(output.take());
  expect(terminal.text()[0]).toBe('tick 49');
});

test('on a slow link paints keep a distance, and the echo of a key does not wait', async () => {
  const { screen, output, clock } = setUp(20, 2, { minInterval: 2000 });
  const tick = async (text: string) => {
    screen.setSurface('pane', full(20, 2), rowsOf(text));
    await clock.advance(500);
  };
  await tick('1');
  for (let i = 2; i <= 7; i++) await tick(String(i));
  expect(output.writes).toHaveLength(2);
  screen.flush(); // a key: shows what was held back, and lets its own echo through
  expect(output.writes).toHaveLength(3);
  screen.setSurface('field', { x: 0, y: 1, width: 5, height: 1 }, rowsOf('k'));
  await Promise.resolve();
  expect(output.writes).toHaveLength(4);
  await tick('9');
  expect(output.writes).toHaveLength(4);
});

test('a terminal that reports an impossible size gets the largest screen, one that reports none the usual one', () => {
  const sizeOf = (output: FakeOutput) => {
    const screen = new Screen({ output, theme, clock: new ManualClock() });
    onTestFinished(() => void screen.destroy());
    return () => [screen.columns, screen.rows];
  };
  const output = new FakeOutput(65_535, 65_535);
  const size = sizeOf(output);
  expect(size()).toEqual([1_000, 400]);
  output.resize(65_535, 30);
  expect(size()).toEqual([1_000, 30]);
  expect(sizeOf(new FakeOutput(0, 0))()).toEqual([80, 24]);
});

test('the cursor stays in its field while other panes are painted, is hidden where none is or can be, and costs nothing unchanged', async () => {
  const { screen, output, terminal, show } = setUp(20, 3);
  const after = (cursor: { x: number; y: number } | undefined) => {
    screen.cursor(cursor);
    screen.flush();
    return output.take();
  };
  const [field, corner] = [
    { x: 6, y: 0 },
    { x: 19, y: 2 },
  ];
  screen.setSurface('label', { x: 0, y: 0, width: 5, height: 1 }, rowsOf('name:'));
  screen.cursor(field);
  await show();
  expect(terminal.cursor()).toEqual(field);
  screen.setSurface('clock', { x: 12, y: 2, width: 8, height: 1 }, rowsOf('12:00:01'));
  await show();
  expect(terminal.cursor()).toEqual(field);
  expect(after(undefined)).toContain('\x1b[?25l');
  expect(after(corner)).toContain('\x1b[?25h');
  expect(after(corner)).toBe('');
  screen.repaint();
  expect(after(corner)).toContain('\x1b[?25h');
  expect(after({ x: 20, y: 0 })).toBe('\x1b[?25l');
});

test('other sequences are written between frames, and wait while the terminal does not read', async () => {
  const { screen, output } = setUp(20, 2);
  output.blocked = true;
  screen.setSurface('pane', full(20, 2), rowsOf('x'));
  screen.flush();
  screen.control('\x07');
  expect(output.writes).toHaveLength(1);
  output.drain();
  expect(output.writes[1]).toBe('\x07');
});

test('modes that Ink writes are passed on and remembered; its frames and cursor moves are not', async () => {
  const { screen, output } = setUp(20, 2);
  screen.write('\x1b[?2004h');
  screen.write('\x1b[>1u');
  screen.write('\x1b[?25h');
  screen.write('\x1b[2K\x1b[1A\x1b[2K\x1b[G');
  screen.write('a frame\n');
  screen.flush();
  expect(output.take()).toBe('\x1b[?2004h\x1b[>1u');
  expect(screen.modes).toEqual({ paste: true, kitty: '1' });
});

test('a pause leaves the terminal alone, and everything is painted after it', async () => {
  const { screen, output, terminal, show } = setUp(20, 2);
  screen.setSurface('pane', full(20, 2), rowsOf('before'));
  await show();
  screen.pause();
  screen.setSurface('pane', full(20, 2), rowsOf('meanwhile'));
  screen.control('\x07');
  screen.flush();
  expect(output.take()).toBe('');
  await terminal.write('\x1b[2J\x1b[Hsomebody else');
  screen.resume();
  await show();
  expect(terminal.text()[0]).toBe('meanwhile');
});

test('another theme repaints the screen in the characters of the terminal', async () => {
  const { screen, terminal, show } = setUp(20, 2, { charset: 'ascii' });
  screen.setSurface('pane', full(20, 2), [[{ text: '╭── 日本' }], [{ text: '● ok', tone: 'ok' }]]);
  await show();
  expect(terminal.cell(2, 1).fg).toBe(theme.style('ok', undefined).fg);
  screen.setTheme(resolveTheme('dark', 'none'));
  await show();
  expect(terminal.text()).toEqual(['+-- ????', '* ok']);
  expect(terminal.cell(2, 1).fg).toBe(-1);
});

test.each(['\x1b[?7l', '\x1b[?7h'])(
  'a clock at the right margin stays in its place (wrap mode %j)',
  async (wrap) => {
    const { screen, terminal, show } = setUp(20, 2);
    await terminal.write(wrap);
    for (const time of ['12:00:08', '12:00:09', '12:00:10', '12:01:10']) {
      screen.setSurface('clock', { x: 12, y: 0, width: 8, height: 1 }, rowsOf(time));
      await show();
      expect(terminal.text()).toEqual([`            ${time}`, '']);
    }
  },
);

test('weeks of ever new characters are drawn correctly and not kept', async () => {
  const { screen, terminal, show } = setUp(80, 40);
  const marks = Array.from({ length: 0x34 }, (_, i) => String.fromCharCode(0x300 + i));
  const all = marks.flatMap((a) => marks.flatMap((b) => [...'abcdefghij'].map((letter) => letter + a + b)));
  for (let at = 0; at < all.length; at += 3200) {
    const lines = Array.from({ length: 40 }, (_, y) => all.slice(at + y * 80, at + (y + 1) * 80).join(''));
    screen.setSurface('pane', full(80, 40), rowsOf(...lines));
    await show();
    expect(terminal.cell(3, 2).chars.normalize()).toBe(all[at + 2 * 80 + 3]?.normalize());
  }
  expect(all.length).toBeGreaterThan(CLUSTER_LIMIT);
});

test('a surface that only moves, grows, shrinks or changes its layer is painted correctly', async () => {
  const { screen, terminal, show } = setUp(8, 3);
  screen.setSurface('ground', full(8, 3), rowsOf('........', '........', '........'));
  const place = async ([x, y, width, height, layer = 0]: number[]) => {
    const rect = { x, y, width, height } as Rect;
    screen.setSurface('pane', rect, rowsOf('abcd', 'efgh'), layer);
    await show();
    return terminal.text().join(' ');
  };
  expect(await place([0, 0, 4, 2])).toBe('abcd.... efgh.... ........');
  expect(await place([2, 0, 4, 2])).toBe('..abcd.. ..efgh.. ........');
  expect(await place([2, 1, 4, 2])).toBe('........ ..abcd.. ..efgh..');
  expect(await place([2, 1, 2, 2])).toBe('........ ..ab.... ..ef....');
  expect(await place([2, 1, 2, 1])).toBe('........ ..ab.... ........');
  expect(await place([2, 1, 2, 1, -1])).toBe('........ ........ ........');
  expect(await place([2, 1, 2.7, 1, 1])).toBe('........ ..ab.... ........');
  expect(await place([2, 1, -1, 1, 1])).toBe('........ ........ ........');
});

test('output that waited during a pause is written after it, also when the terminal read meanwhile', () => {
  const { screen, output } = setUp(20, 2);
  output.blocked = true;
  screen.control('\x07');
  screen.pause();
  screen.control('\x1b]0;title\x07');
  output.take();
  output.drain();
  expect(output.take()).toBe('');
  screen.resume();
  expect(output.writes[0]).toBe('\x1b]0;title\x07');
});

test('nothing is written and no timer is left after the end', async () => {
  const { screen, output, clock } = setUp(20, 2, { minInterval: 1_000 });
  for (const text of ['1', '2']) {
    screen.setSurface('pane', full(20, 2), rowsOf(text));
    await clock.advance(1);
  }
  expect(clock.waiting).toBe(1);
  output.take();
  screen.destroy();
  await clock.advance(5_000);
  screen.setSurface('pane', full(20, 2), rowsOf('3'));
  screen.flush();
  expect([output.take(), clock.waiting, output.listenerCount('resize')]).toEqual(['', 0, 0]);
});
