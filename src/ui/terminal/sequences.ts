import { plainText, safeText } from '../../base/safe-text.ts';
import type { Modes } from './ink-output.ts';

/** Sequences that change no cells; they are sent by `Screen.control`. */

export const BELL = '\x07';

/** tmux and screen do not pass these sequences on unless they are wrapped. */
export type Multiplexer = 'tmux' | 'screen' | undefined;

/** The multiplexer that the program runs in, by its environment variables. */
export function multiplexerOf(env: Readonly<Record<string, string | undefined>>): Multiplexer {
  if (env.TMUX) return 'tmux';
  return env.STY ? 'screen' : undefined;
}

/** Copies text, without control characters, to the clipboard of the terminal's user (OSC 52). */
export function clipboardSequence(text: string, multiplexer: Multiplexer): string {
  const copy = `\x1b]52;c;${Buffer.from(plainText(text)).toString('base64')}\x07`;
  // tmux accepts the plain sequence with `set-clipboard on`, and the wrapped one with `allow-passthrough on`.
  return multiplexer === 'tmux' ? copy + through(copy, 'tmux') : through(copy, multiplexer);
}

/** The two ways in which terminals take a desktop notification; some show both, so that only one is sent. */
export type NotificationKind = 'osc9' | 'osc777';

export function notificationSequence(
  kind: NotificationKind,
  { title, body }: { readonly title: string; readonly body: string },
  multiplexer: Multiplexer,
): string {
  const [head, text] = [safeText(title, 100), safeText(body, 200)].map((part) => part.replaceAll(';', ','));
  const words = kind === 'osc9' ? `9;${head}: ${text}` : `777;notify;${head};${text}`;
  return through(`\x1b]${words}\x07`, multiplexer);
}

function through(sequence: string, multiplexer: Multiplexer): string {
  if (multiplexer === 'tmux') return `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
  if (multiplexer !== 'screen') return sequence;
  // screen ends a string after 768 bytes
  const parts = sequence.match(/[\s\S]{1,700}/g) ?? [];
  return parts.map((part) => `\x1bP${part}\x1b\\`).join('');
}

/** Requests clicks, drags and the wheel (SGR 1006), or leaves them to the terminal. */
export function mouseSequence(on: boolean): string {
  return on ? '\x1b[?1002h\x1b[?1006h' : '\x1b[?1006l\x1b[?1002l';
}

/**
 * Takes over the terminal: alternate screen, no cursor, no wrapping at the margin (so that a character wider than
 * expected cannot scroll the screen), and the modes that Ink had switched on before a suspension.
 */
export function enterSequence(modes: Modes, mouse: boolean): string {
  return [
    '\x1b[?1049h\x1b[0m\x1b[?25l\x1b[?7l',
    mouse ? mouseSequence(true) : '',
    modes.paste ? '\x1b[?2004h' : '',
    modes.kitty === '' ? '' : `\x1b[>${modes.kitty}u`,
  ].join('');
}

/** Restores the terminal. Also ends a frame that was cut short. Switching off a mode that is off has no effect. */
export function leaveSequence(modes: Modes): string {
  return [
    '\x1b[?2026l',
    modes.kitty === '' ? '' : '\x1b[<u',
    `${mouseSequence(false)}\x1b[?2004l\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l`,
  ].join('');
}
