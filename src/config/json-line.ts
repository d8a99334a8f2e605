/**
 * One line of JSON that is safe to print: beyond what JSON escapes itself (C0), every other control and format
 * character (DEL, C1, bidirectional overrides, zero-width, line separators) becomes `\uXXXX`. Ends with a newline.
 */
export function jsonLine(value: unknown): string {
  const text = JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (match) =>
    Array.from(
      { length: match.length },
      (_, index) => `\\u${match.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
  return `${text}\n`;
}
