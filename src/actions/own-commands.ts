import { safeText } from '../base/safe-text.ts';
import { type OwnCommand, type OwnKind, PLACEHOLDER } from '../config/own-commands.ts';
import type { ScreenName } from './screen-table.ts';

export type { OwnCommand };

/** An object with the values that a command of the user can name; undefined where the server does not say them. */
export interface OwnObject {
  readonly kind: OwnKind;
  readonly values: Readonly<Record<string, string | null | undefined>>;
}

/** The screens on which an object of a kind can be selected. */
export const ownScreens: Readonly<Record<Exclude<OwnKind, 'cluster'>, ScreenName>> = {
  server: 'servers',
  stream: 'streams',
  application: 'applications',
  viewer: 'streams',
  problem: 'problems',
  entry: 'journal',
};

const MOST_CHARACTERS = 1_000;
/** Control characters: a terminal or another program may act on them. */
const CONTROL = /\p{Cc}/u;

/**
 * The words of a command with the values of an object in them, or why it is not run. Each value stays inside the word
 * that names it. In a word that is an address of the web it is encoded. A value that makes a word begin with `-` would be an
 * option of the program, so it is refused unless `--` stands before it.
 */
export function wordsOf(
  { run, shell }: Pick<OwnCommand, 'run' | 'shell'>,
  objects: readonly OwnObject[],
): { readonly words: readonly string[] } | { readonly refused: string } {
  const words: string[] = [];
  for (const word of run) {
    let refused: string | undefined;
    const isAddress = /^https?:\/\//.test(word);
    const made = word.replace(PLACEHOLDER, (whole, kind: string, name: string) => {
      const value = objects.find((object) => object.kind === kind)?.values[name];
      refused ??= valueFault(whole, value);
      const visible = (value ?? '').replace(/\p{Bidi_Control}/gu, '\uFFFD');
      return isAddress ? encodeURIComponent(visible.toWellFormed()) : visible;
    });
    if (refused !== undefined) return { refused };
    const endsOptions = !shell && words.includes('--');
    if (made.startsWith('-') && !word.startsWith('-') && !endsOptions) {
      return {
        refused: `‘${safeText(made)}’ would be an option of ${run[0]}; write -- before it if it ends options.`,
      };
    }
    words.push(made);
  }
  return { words };
}

function valueFault(placeholder: string, value: string | null | undefined): string | undefined {
  if (value == null || value === '') return `The server does not say ${placeholder}.`;
  if (CONTROL.test(value)) return `${placeholder} has control characters.`;
  if (value.length > MOST_CHARACTERS) return `${placeholder} has more than ${MOST_CHARACTERS} characters.`;
  return undefined;
}

/**
 * The program and its words. With `shell`, `sh` runs the first word as a script and the values are its positional
 * parameters, never a part of its text.
 */
export function argvOf(
  { shell, name }: Pick<OwnCommand, 'shell' | 'name'>,
  words: readonly string[],
): readonly string[] {
  return shell ? ['sh', '-c', words[0] ?? '', name, ...words.slice(1)] : words;
}
