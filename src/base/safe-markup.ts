import { oneLine, safeText, UNSAFE } from './safe-text.ts';

/** Text of a server in JSON, Markdown and XML, where other characters have special meanings than in a terminal. */

/**
 * The value as JSON with a newline at its end, indented by two spaces or on one line. Every character that could
 * control or confuse a terminal is escaped, so a program still reads exactly the text of the server.
 */
export function safeJson(value: unknown, layout: 'indented' | 'line' = 'indented'): string {
  const json = JSON.stringify(value, null, layout === 'indented' ? 2 : undefined);
  return `${json.replace(UNSAFE, (char) => (char === '\n' ? char : escapedUnits(char)))}\n`;
}

function escapedUnits(char: string): string {
  return char
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * Words that a ticket system turns into a link, a mention or a reference, even if their special characters are
 * escaped.
 */
const REFERENCE = /@|:\/\/|(?:^|[\W_])(?:www\.|mailto:|xmpp:)|[#!&~$%]\w|\bGH-\d/i;

/**
 * One line of Markdown in which no character has a special meaning in Markdown or HTML. A word that would become a
 * link, a mention or a reference (`https://…`, `@name`, `#12`) is shown as code, because escaping does not prevent
 * that.
 */
export function markdownText(text: string): string {
  return oneLine(text)
    .split(' ')
    .map((word) => (REFERENCE.test(word) ? codeSpan(word) : escapedMarks(word)))
    .join(' ');
}

/** A code span must have a longer fence than any run of backticks in it. */
function codeSpan(word: string): string {
  const runs = word.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const room = runs.length > 0 ? ' ' : '';
  return `${fence}${room}${word}${room}${fence}`;
}

function escapedMarks(word: string): string {
  return word
    .replace(/[\\`*_{}[\]>#|~$]/g, (mark) => `\\${mark}`)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;');
}

/** One line for the text or an attribute of XML, such as SVG. */
export function xmlText(text: string): string {
  return safeText(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
