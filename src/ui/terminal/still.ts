import { asciiText } from '../../base/ascii-text.ts';
import type { ResolvedTheme } from '../theme/resolve.ts';
import { blankId, PLAIN_ID, sgr } from '../theme/style.ts';
import type { Pane } from '../view.ts';
import { enterSequence, leaveSequence } from './modes.ts';
import { writeNow } from './write-now.ts';

/** Signals that would end the program while nobody else minds the terminal yet. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface Still {
  readonly fd: number;
  /** Takes the handlers away that give the terminal back. */
  release(): void;
}

/** The still frame is a bundle of its own, one small file: what it did is kept where the program finds it, too. */
const STILL = Symbol.for('castwatch.still');
const shared: NodeJS.Process & { [STILL]?: Still | undefined } = process;

/**
 * Takes the terminal and shows panes on it at once, long before the screen writer is loaded: only words of our own,
 * one after the other. Whoever takes over calls `takeStill`, whoever has only words to say `dropStill`.
 * @param fd the terminal's file descriptor
 */
export function showStill(fd: number, panes: readonly Pane[], theme: ResolvedTheme, ascii: boolean): void {
  let out = '';
  let style = PLAIN_ID;
  for (const { rect, lines } of panes) {
    for (const [row, line] of lines.entries()) {
      let x = rect.x;
      // Where the cursor is; what is blank is blank already, so it is passed over.
      let at = -1;
      for (const { text, tone, on } of line) {
        const blank = text.trim() === '';
        const id = blank ? blankId(theme.id(tone, on)) : theme.id(tone, on);
        if (!blank || id !== PLAIN_ID) {
          if (at !== x) out += `\x1b[${rect.y + row + 1};${x + 1}H`;
          out += sgr(style, id) + (ascii ? asciiText(text) : text);
          style = id;
          at = x + text.length;
        }
        // Only words of our own: letters and signs of one cell.
        x += text.length;
      }
    }
  }
  out += sgr(style, PLAIN_ID);
  process.once('exit', dropStill);
  for (const signal of SIGNALS) process.once(signal, endBy);
  const release = () => {
    process.off('exit', dropStill);
    for (const signal of SIGNALS) process.off(signal, endBy);
  };
  shared[STILL] = { fd, release };
  writeNow(fd, `${enterSequence({ paste: false, kitty: '' }, false)}\x1b[?2026h${out}\x1b[?2026l`);
}

/** Whether the terminal is taken already; from now on it is the caller's. */
export function takeStill(): boolean {
  const still = shared[STILL];
  shared[STILL] = undefined;
  still?.release();
  return still !== undefined;
}

/** Gives the terminal back, where nobody has taken over. */
export function dropStill(): void {
  const fd = shared[STILL]?.fd;
  if (takeStill() && fd !== undefined) writeNow(fd, leaveSequence({ paste: false, kitty: '' }));
}

function endBy(signal: NodeJS.Signals): void {
  dropStill();
  process.kill(process.pid, signal);
}
