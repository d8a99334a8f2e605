import fc from 'fast-check';
import { expect, test } from 'vitest';
import { screenNames } from '../../src/actions/screen-table.ts';
import { isPlainText } from '../../src/base/plain.ts';
import { plainText, safeText } from '../../src/base/safe-text.ts';
import { graphemes, lineWidth, textWidth } from '../../src/base/width.ts';
import { Screen } from '../../src/ui/terminal/screen-writer.ts';
import { clipboardSequence } from '../../src/ui/terminal/sequences.ts';
import { resolveTheme } from '../../src/ui/theme/resolve.ts';
import type { Pane } from '../../src/ui/view.ts';
import { FakeOutput } from '../support/fake-output.ts';
import { headless } from '../support/headless.ts';
import { openHostileStack } from '../support/hostile-stack.ts';
import { pressOn } from '../support/key-press.ts';
import { isLong } from '../support/long.ts';

const [COLUMNS, ROWS] = [120, 40];
/** Numbers that our own sequences never contain: an escape with one of them is from the server. */
const MARK = '31337';

const sequences = [
  `\x1b[${MARK}m`,
  `\x1b[2J\x1b[${MARK};1H`,
  `\x1b[?${MARK}l`,
  `\x1b]0;${MARK}\x07`,
  `\x1b]52;c;${MARK}\x1b\\`,
  `\x1b]8;;http://${MARK}\x1b\\`,
  `\x1bP+q${MARK}\x1b\\`,
  `\x1b_G${MARK}\x1b\\`,
  `\x1b^${MARK}\x1b\\`,
  `\x9b${MARK}m`,
  `\x9d0;${MARK}\x9c`,
  `\x90${MARK}\x9c`,
  '\x1bc',
  '\x1b(0',
  '\x1b[200~',
  '\x1b[201~',
];
/** Control, hiding and reordering characters, halves of characters, and marks that combine. */
const codes = [
  0x00, 0x05, 0x07, 0x08, 0x09, 0x0a, 0x0d, 0x0b, 0x0e, 0x0f, 0x18, 0x1a, 0x1b, 0x7f, 0x80, 0x84, 0x85, 0x8d,
  0x90, 0x9b, 0x9c, 0x9d, 0x9f, 0xad, 0x061c, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x2060,
  0xfeff, 0x202a, 0x202b, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0xd800, 0xdfff, 0xe0001, 0xe0041,
  0xfff9, 0xfffe, 0x3164, 0x115f, 0x034f, 0x0301,
];
const characters = [
  ...codes.map((code) => String.fromCodePoint(code)),
  ...[`e${'\u0301'.repeat(7)}`, '\ufe0f', '👩\u200d👩\u200d👧', '🇩🇪', '1️⃣', '日本', '각', 'x', ' '],
];

/** Names that a malicious publisher uses. */
const parts = fc.array(fc.constantFrom(...sequences, ...characters), { minLength: 1, maxLength: 8 });
const controls = fc.nat(0x9f).map((code) => String.fromCharCode(code));
const hostile = fc.oneof(
  { weight: 6, arbitrary: parts.map((all) => all.join('')) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: controls, maxLength: 20 }) },
);

/** Sequences that the screen writer itself may send: moves, erasures, styles, cursor, synchronized output. */
const OURS = /\x1b\[(?:\?2026[hl]|\?25[hl]|[\d;:]*[HGABCDKXm])|[\r\n\b]/g;
/** Control, hiding and reordering characters, with C1 and lone surrogates. */
const STEERS =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Cs}/u;

test('no text of a server controls the terminal, from any field on any screen', async () => {
  const texts = fc.sample(hostile, { numRuns: isLong ? 24_000 : 3_000, seed: 20_261_120 });
  let used = 0;
  // Names that stay, and those that change where answers fail.
  for (let round = 0; round < 4 || (isLong && used < texts.length); round += isLong ? 1 : 3) {
    const names = new Map<string, string>();
    const poison = (text: string) => {
      // In every second round names stay the same from poll to poll, so that objects are found again.
      const known = round % 2 === 0 ? names.get(text) : undefined;
      if (known !== undefined) return known;
      const theirs = texts[used++ % texts.length] ?? '';
      // Sometimes a megabyte; short prefixes make names differ, as ids do.
      const name =
        used % 997 === 0
          ? theirs.repeat(Math.ceil(2 ** 20 / theirs.length))
          : text.slice(0, used % 4) + theirs;
      names.set(text, name);
      return name;
    };
    await visitAll(openHostileStack(poison, round % 4 >= 2));
  }
  expect(used).toBeGreaterThan(texts.length);
});

async function visitAll(stack: ReturnType<typeof openHostileStack>): Promise<void> {
  const { clock, runtime } = stack;
  const output = new FakeOutput(COLUMNS, ROWS);
  const screen = new Screen({ output, theme: resolveTheme('dark', 'truecolor'), clock });
  const terminal = headless(COLUMNS, ROWS);
  await terminal.write('\x1b[?7l');
  let shown = new Set<string>();
  const paint = async (where: string) => {
    const panes = runtime.panes();
    const ids = new Set(panes.map((pane) => pane.id));
    for (const id of shown) if (!ids.has(id)) screen.removeSurface(id);
    shown = ids;
    for (const { id, rect, lines, layer } of panes) {
      screen.setSurface(id, rect, lines, layer);
      for (const [y, line] of lines.entries())
        if (id !== 'dialog.prompt' && lineWidth(line) > rect.width)
          expect(lineWidth(line), `${where}: row ${y} of ${id}`).toBeLessThanOrEqual(rect.width);
    }
    screen.flush();
    const bytes = output.take();
    const text = bytes.replace(OURS, '');
    expect(STEERS.exec(text)?.[0], `${where}: what steers`).toBeUndefined();
    const theirs = new RegExp(`\\x1b\\[[^A-Za-z]*${MARK}`).exec(bytes)?.[0];
    expect(theirs, `${where}: their sequence`).toBeUndefined();
    await terminal.write(bytes);
    const wanted = paintPlainly(panes);
    const rows = terminal.text();
    for (const [y, row] of wanted.entries()) {
      // Cell by cell only where terminals do not agree, or where a cell differs.
      if (row.join('').trimEnd() === rows[y]) continue;
      for (const [x, cell] of row.entries()) {
        if (cell === undefined) continue;
        const { chars } = terminal.cell(x, y);
        if ((chars || ' ') !== cell)
          expect(chars || ' ', `${where}: cell ${x}, ${y}: ${row.join('')}`).toBe(cell);
      }
    }
  };

  await stack.start();
  for (const name of screenNames) {
    runtime.goTo(name);
    if (name === 'cloud') runtime.press({ name: 'r', text: 'r' });
    await clock.advance(3_500);
    await paint(name);
    for (const key of ['down', ':watch', 'y', 'enter', 'y', ':save', 'enter', 'tab', 'y', 'esc', 'v', '!']) {
      pressOn(runtime, key);
      await clock.advance(100);
      await paint(`${name}, ${key}`);
    }
    for (let back = 0; back < 6; back++) runtime.press({ name: 'esc', text: '' });
  }
  runtime.run('viewer.open', 'viewer-1');
  await clock.advance(3_500);
  await paint('a viewer');
  for (const text of stack.copied) {
    const sequence = clipboardSequence(text, undefined);
    const copied = Buffer.from(/^\x1b\]52;c;([\w+/=]*)\x07$/.exec(sequence)?.[1] ?? '!', 'base64').toString();
    // Not even a line end: pasted into a shell, it would run the text before it.
    expect(STEERS.exec(copied)?.[0], 'in what was copied').toBeUndefined();
  }
  for (const text of stack.saved)
    expect(STEERS.exec(plainText(text).replace(/[\n\t]/g, ''))?.[0], 'in what was saved').toBeUndefined();
  screen.destroy();
  terminal.dispose();
  await stack.close();
}

/** The cells that the panes ask for; undefined where terminals do not agree about a character. */
function paintPlainly(panes: readonly Pane[]): (string | undefined)[][] {
  const grid = Array.from({ length: ROWS }, () =>
    Array.from<string | undefined>({ length: COLUMNS }).fill(' '),
  );
  const layered = panes.toSorted((a, b) => (a.layer ?? 0) - (b.layer ?? 0));
  for (const { rect, lines } of layered) {
    for (let row = 0; row < rect.height; row++) {
      const cells = grid[rect.y + row];
      if (!cells) continue;
      let x = 0;
      const put = (cell: string | undefined) => {
        if (x < rect.width && rect.x + x < COLUMNS) cells[rect.x + x] = cell;
        x++;
      };
      for (const span of lines[row] ?? []) {
        for (const part of graphemes(safeText(span.text))) {
          const width = textWidth(part);
          for (let i = 0; i < width; i++) put(isPlainText(part) ? part : undefined);
        }
      }
      while (x < rect.width) put(' ');
    }
  }
  return grid;
}
