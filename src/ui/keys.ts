import type { Key } from 'ink';

/** One press of a key, by the names that `actions/commands.ts` uses. */
export interface KeyPress {
  /** Such as `j`, `G`, `enter`, `ctrl-d`, `shift-tab`, `alt-b`, `pgdn`, `space`. */
  readonly name: string;
  /** What it types, where it types something; otherwise empty. */
  readonly text: string;
}

/** What comes from the keyboard: a key, or a pasted text, which has no name. */
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

/** Ink's event as presses. One event may carry several characters when they were typed faster than they were read. */
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
  // Several control keys pressed fast come in one chunk that Ink does not take apart.
  const code = character.charCodeAt(0);
  if (code >= 1 && code <= 26) return [{ name: `ctrl-${String.fromCharCode(code + 96)}`, text: '' }];
  // Remains of control characters and of half sequences are no keys.
  if (/^[\p{Cc}\p{Cs}]$/u.test(character)) return [];
  return [{ name: character, text: character }];
}
