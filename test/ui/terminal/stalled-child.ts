import { appendFileSync } from 'node:fs';
import { systemClock } from '../../../src/base/clock.ts';
import { enterTerminal } from '../../../src/ui/terminal/lifecycle.ts';
import { Screen } from '../../../src/ui/terminal/screen-writer.ts';
import { unblockOutput, writeNow } from '../../../src/ui/terminal/tty.ts';
import { resolveTheme } from '../../../src/ui/theme/resolve.ts';

/** Paints as fast as it can on a real terminal, and reports to a file: `{frame, congested}` a line. */
const log = process.argv[2] ?? '';
unblockOutput(process.stdout);
const theme = resolveTheme('dark', '256');
const screen = new Screen({ output: process.stdout, theme, clock: systemClock });
const session = enterTerminal(screen, {
  process,
  clock: systemClock,
  input: process.stdin,
  output: process.stdout,
  isForeground: () => true,
  block: () => {},
  writeTerminal: (data) => writeNow(1, data),
  writeError: (data) => writeNow(2, data),
});
process.stdin.on('data', (key) => {
  const keys = String(key);
  if (keys.includes('z')) session.suspend();
  if (keys.includes('q')) {
    session.dispose();
    process.exit(0);
  }
});
let frame = 0;
setInterval(() => {
  frame++;
  const lines = Array.from({ length: screen.rows }, (_, y) => [
    { text: `frame ${frame} row ${y} `.repeat(8) },
  ]);
  screen.setSurface('all', { x: 0, y: 0, width: screen.columns, height: screen.rows }, lines);
  appendFileSync(log, `${JSON.stringify({ frame, congested: screen.congested })}\n`);
}, 5);
