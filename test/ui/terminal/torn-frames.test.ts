import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Line, Rect } from '../../../src/base/text.ts';
import type { Size } from '../../../src/ui/program/layout.ts';
import { Screen } from '../../../src/ui/terminal/screen-writer.ts';
import { resolveTheme } from '../../../src/ui/theme/resolve.ts';
import { FakeOutput } from '../../support/fake-output.ts';
import { type Headless, headless } from '../../support/headless.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const theme = resolveTheme('dark', '256');
const TONES = ['plain', 'crit', 'accent', 'title', 'badgeWarn'] as const;
/** Longer than the writer waits after a resize, ms. */
const SETTLED_MS = 1_000;

const size = fc.record({ columns: fc.integer({ min: 8, max: 60 }), rows: fc.integer({ min: 3, max: 20 }) });
const kind = <K extends string>(name: K) => fc.constant(name);
/**
 * Events of a program and its terminal, while bytes are in transit: the terminal processes some of them, or the window
 * changes, which the program learns only with the next signal.
 */
const step = fc.oneof(
  fc.record({ kind: kind('draw'), seed: fc.nat(10_000) }),
  fc.record({ kind: kind('wait'), ms: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ kind: kind('read'), bytes: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ kind: kind('resize'), size }),
  fc.record({ kind: kind('signal') }),
);
type Step = typeof step extends fc.Arbitrary<infer Event> ? Event : never;

/** Panes of a screen: halves with words, colours and wide characters, chosen by the seed. */
function draw(screen: Screen, { columns, rows }: Size, seed: number): void {
  const half = Math.floor(columns / 2);
  const line = (row: number, width: number): Line => [
    {
      text: `${(seed * 31 + row * 7) % 997}─日本 `.slice(0, width),
      tone: TONES[(seed + row) % TONES.length] ?? 'plain',
    },
    { text: '█ab'.repeat(((seed >> (row % 7)) % 5) + 1) },
  ];
  const pane = (id: string, rect: Rect) =>
    screen.setSurface(
      id,
      rect,
      Array.from({ length: rows }, (_, row) => line(row + id.length, rect.width)),
    );
  pane('left', { x: 0, y: 0, width: half, height: rows });
  pane('right!', { x: half, y: 0, width: columns - half, height: rows });
}

const cellsOf = (terminal: Headless, { columns, rows }: Size) =>
  Array.from({ length: rows }, (_, y) =>
    Array.from({ length: columns }, (_, x) => {
      const { chars, fg, bg, bold } = terminal.cell(x, y);
      return `${chars || ' '}/${chars.trim() === '' ? '' : fg}/${bg}/${chars.trim() !== '' && bold}`;
    }).join(' '),
  );

/** The same panes on a terminal that has seen nothing else. */
async function wanted(at: Size, seed: number): Promise<string[]> {
  const terminal = headless(at.columns, at.rows);
  await terminal.write('\x1b[?7l');
  const output = new FakeOutput(at.columns, at.rows);
  const screen = new Screen({ output, theme, clock: new ManualClock() });
  draw(screen, at, seed);
  screen.flush();
  await terminal.write(output.take());
  const cells = cellsOf(terminal, at);
  screen.destroy();
  terminal.dispose();
  return cells;
}

async function play(start: Size, steps: readonly Step[]): Promise<{ got: string[]; want: string[] }> {
  const clock = new ManualClock();
  const output = new FakeOutput(start.columns, start.rows);
  const screen = new Screen({ output, theme, clock });
  const terminal = headless(start.columns, start.rows);
  await terminal.write('\x1b[?1049h\x1b[?7l');
  let window = start;
  let seed = 1;
  let underWay = '';
  const show = () => draw(screen, { columns: screen.columns, rows: screen.rows }, seed);
  const signal = () => {
    output.resize(window.columns, window.rows);
    // The effect of SIGWINCH, also when the size is unchanged.
    screen.repaint();
    show();
  };
  const read = async (bytes: number) => {
    underWay += output.take();
    // Up to the next sequence, so that the action of the multiplexer below does not fall within one.
    const next = underWay.indexOf('\x1b', bytes);
    const end = next < 0 ? underWay.length : next;
    await terminal.write(underWay.slice(0, end));
    underWay = underWay.slice(end);
  };
  /** Like a multiplexer: cells that no longer fit are cut off, and are blank when there is room again. */
  const resize = async ({ columns, rows }: Size) => {
    terminal.resize(columns, rows);
    const blank = Array.from({ length: rows }, (_, row) =>
      row < window.rows ? `\x1b[${row + 1};${window.columns + 1}H\x1b[K` : `\x1b[${row + 1};1H\x1b[K`,
    );
    const grown = blank.filter((_, row) => row >= window.rows || columns > window.columns);
    await terminal.write(`\x1b7\x1b[0m${grown.join('')}\x1b8`);
    window = { columns, rows };
  };
  show();
  for (const each of steps) {
    if (each.kind === 'draw') {
      seed = each.seed;
      show();
      await clock.advance(0);
    } else if (each.kind === 'wait') await clock.advance(each.ms);
    else if (each.kind === 'read') await read(each.bytes);
    else if (each.kind === 'resize') await resize(each.size);
    else signal();
  }
  signal();
  await clock.advance(SETTLED_MS);
  await read(Number.POSITIVE_INFINITY);
  const got = cellsOf(terminal, window);
  screen.destroy();
  terminal.dispose();
  return { got, want: await wanted(window, seed) };
}

test("after any resizes during output the terminal shows the program's last frame", async () => {
  await fc.assert(
    fc.asyncProperty(size, fc.array(step, { maxLength: 40 }), async (start, steps) => {
      const { got, want } = await play(start, steps);
      expect(got).toEqual(want);
    }),
    { numRuns: 150 },
  );
});
