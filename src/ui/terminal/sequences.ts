import { plainText, safeText } from '../../base/safe-text.ts';
import type { Modes } from './ink-output.ts';

/** Sequences that show nothing in the grid; they go out through `Screen.control`. */

export const BELL = '\x07';

/** tmux and screen keep sequences to themselves unless they are wrapped. */
export type Multiplexer = 'tmux' | 'screen' | undefined;

/** Which multiplexer the program runs in, by its environment. */
export function multiplexerOf(env: Readonly<Record<string, string | undefined>>): Multiplexer {
  if (env.TMUX) return 'tmux';
  return env.STY ? 'screen' : undefined;
}

/** Puts text, without anything that steers, on the clipboard of the person at the terminal (OSC 52). */
export function clipboardSequence(text: string, multiplexer: Multiplexer): string {
  const copy = `\x1b]52;c;${Buffer.from(plainText(text)).toString('base64')}\x07`;
  // tmux takes the plain one with `set-clipboard on` and the wrapped one with `allow-passthrough on`.
  return multiplexer === 'tmux' ? copy + through(copy, 'tmux') : through(copy, multiplexer);
}

/** A notification of the desktop (OSC 9, and OSC 777 for terminals that know only that). */
export function notificationSequence(title: string, body: string, multiplexer: Multiplexer): string {
  const [head, text] = [safeText(title, 100), safeText(body, 200)].map((part) => part.replaceAll(';', ','));
  return through(`\x1b]9;${head}: ${text}\x07\x1b]777;notify;${head};${text}\x07`, multiplexer);
}

function through(sequence: string, multiplexer: Multiplexer): string {
  if (multiplexer === 'tmux') return `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
  if (multiplexer !== 'screen') return sequence;
  // screen ends a string after 768 bytes
  const parts = sequence.match(/[\s\S]{1,700}/g) ?? [];
  return parts.map((part) => `\x1bP${part}\x1b\\`).join('');
}

/**
 * Takes the terminal: alternate screen, no cursor, no wrapping at the margin (a character that the terminal
 * thinks wider than we do must not push the screen up), and what Ink had switched on before a suspension.
 */
export function enterSequence(modes: Modes, mouse: boolean): string {
  return [
    '\x1b[?1049h\x1b[0m\x1b[?25l\x1b[?7l',
    mouse ? '\x1b[?1000h\x1b[?1006h' : '',
    modes.paste ? '\x1b[?2004h' : '',
    modes.kitty === '' ? '' : `\x1b[>${modes.kitty}u`,
  ].join('');
}

/** Gives the terminal back. Ends a frame that was cut short, too; all of it is harmless where it was not on. */
export function leaveSequence(modes: Modes): string {
  return [
    '\x1b[?2026l',
    modes.kitty === '' ? '' : '\x1b[<u',
    '\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l',
  ].join('');
}
