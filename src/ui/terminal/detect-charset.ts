import type { Charset } from '../../base/charset.ts';

/**
 * What the terminal can draw, by `TERM` and the locale (`LC_ALL` before `LC_CTYPE` before `LANG`). Where no locale is
 * set at all nothing is known: containers have none, and the terminals in front of them speak UTF-8.
 */
export function detectCharset(env: Readonly<Record<string, string | undefined>>): Charset {
  const term = env.TERM ?? '';
  if (/^(vt\d|ansi$)/.test(term)) return 'ascii';
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  if (locale !== '' && !/utf-?8/i.test(locale)) return 'ascii';
  return term === 'linux' ? 'console' : 'unicode';
}
