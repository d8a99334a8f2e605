import type { Key } from 'ink';

/** A key press, with the names that `actions/commands.ts` uses. */
export interface KeyPress {
  /** Such as `j`, `G`, `enter`, `ctrl-d`, `shift-tab`, `alt-b`, `pgdn`, `space`. */
  readonly name: string;
  /** The text that the key types, or an empty string. */
  readonly text: string;
}

/** Input from the keyboard: a key, or a pasted text, which has no name. */
export type Typed = KeyPress | { readonly name: undefined; readonly text: string };

const NAMED: readonly (readonly [keyof Key, string])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageDown', 'pgdn'],
  ['pageUp', 'pgup'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'esc'],
  ['tab', 'tab'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
];

/** The key presses in an event of Ink: several if they were typed faster than they were read. */
export function toKeyPresses(input: string, key: Key): KeyPress[] {
  if (key.eventType === 'release') return [];
  for (const [flag, name] of NAMED) {
    if (key[flag]) return [{ name: modified(name, key), text: '' }];
  }
  if (key.ctrl) return input.length === 1 ? [{ name: `ctrl-${input}`, text: '' }] : [];
  if (key.meta) return input.length > 0 ? [{ name: `alt-${input}`, text: '' }] : [];
  return [...input].flatMap(typed);
}

function modified(name: string, key: Key): string {
  const shift = key.shift && name !== 'enter' && name !== 'backspace' ? 'shift-' : '';
  const alt = key.meta && name !== 'esc' ? 'alt-' : '';
  return `${key.ctrl ? 'ctrl-' : ''}${alt}${shift}${name}`;
}

function typed(character: string): KeyPress[] {
  if (character === ' ') return [{ name: 'space', text: ' ' }];
  if (character === '\r' || character === '\n') return [{ name: 'enter', text: '' }];
  if (character === '\t') return [{ name: 'tab', text: '' }];
  if (character === '\x7f') return [{ name: 'backspace', text: '' }];
  // Several control keys pressed quickly come as one text, which Ink does not split.
  const code = character.charCodeAt(0);
  if (code >= 1 && code <= 26) return [{ name: `ctrl-${String.fromCharCode(code + 96)}`, text: '' }];
  // Other control characters and half surrogate pairs are not keys.
  if (/^[\p{Cc}\p{Cs}]$/u.test(character)) return [];
  return [{ name: character, text: character }];
}
