import { asciiText } from './ascii-text.ts';
import { consoleText } from './console-text.ts';
import { safeText } from './safe-text.ts';

/** What a terminal can draw: everything, the font of a Linux console (code page 437), or ASCII. */
export type Charset = 'unicode' | 'console' | 'ascii';

/** The text in characters of the set, with the same width as `safeText(text)`. */
export function inCharset(text: string, charset: Charset): string {
  if (charset === 'ascii') return asciiText(text);
  return charset === 'console' ? consoleText(text) : safeText(text);
}
