import { type Charset, inCharset } from '../base/charset.ts';
import type { Line } from '../base/text.ts';
import { fitLine } from '../base/width.ts';
import type { ResolvedTheme } from '../ui/theme/resolve.ts';

export interface Paint {
  /** Undefined: no colours, and with that no escape codes. */
  readonly theme: ResolvedTheme | undefined;
  readonly charset: Charset;
  /** Cells that a row may take; undefined: as many as it has. */
  readonly width: number | undefined;
}

const RESET = '\u001b[0m';

/** Rows of text for standard output, each with its line end; whatever servers put into them is harmless. */
export function paintLines(lines: readonly Line[], { theme, charset, width }: Paint): string {
  return lines
    .map((line) => {
      const fitted = width === undefined ? line : fitLine(line, width);
      const spans = fitted.map(({ text, tone }) => {
        const plain = inCharset(text, charset);
        const code = theme?.sgr(tone, undefined) ?? '';
        return code === '' || plain.trim() === '' ? plain : `${code}${plain}${RESET}`;
      });
      return `${spans.join('').trimEnd()}\n`;
    })
    .join('');
}
