import type { Charset } from '../../base/charset.ts';

/**
 * The characters that the terminal can draw, by `TERM` and the locale (`LC_ALL` before `LC_CTYPE` before `LANG`).
 * Without a locale Unicode is assumed: containers have no locale, and their terminals use UTF-8.
 */
export function detectCharset(env: Readonly<Record<string, string | undefined>>): Charset {
  const term = env.TERM ?? '';
  if (/^(vt\d|ansi$)/.test(term)) return 'ascii';
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  if (locale !== '' && !/utf-?8/i.test(locale)) return 'ascii';
  return term === 'linux' ? 'console' : 'unicode';
}
