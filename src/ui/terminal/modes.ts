import type { Modes } from './ink-output.ts';

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
