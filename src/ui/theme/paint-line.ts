import { type Charset, inCharset } from '../../base/charset.ts';
import type { Line } from '../../base/text.ts';
import type { ResolvedTheme } from './resolve.ts';

/** How rows become text if there is no screen. */
export interface TextLook {
  /** Undefined: no colours and no escape codes. */
  readonly theme: ResolvedTheme | undefined;
  readonly charset: Charset;
}

const RESET = '\u001b[0m';

/** A row as text with its colours. Control characters in it are made harmless. */
export function paintLine(line: Line, { theme, charset }: TextLook): string {
  return line
    .map(({ text, tone, on }) => {
      const plain = inCharset(text, charset);
      // Blanks need no foreground colour.
      const code = theme?.sgr(plain.trim() === '' ? undefined : tone, on) ?? '';
      return code === '' ? plain : `${code}${plain}${RESET}`;
    })
    .join('');
}
