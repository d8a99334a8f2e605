import { plainText, safeText } from '../../base/safe-text.ts';

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
