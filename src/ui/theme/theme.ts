import type { Ground, Tone } from '../../base/text.ts';
import type { Paint } from './color.ts';

/** The look of a tone or a ground; members that are left out are not changed. */
export interface Look {
  readonly fg?: Paint;
  readonly bg?: Paint;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
}

export interface Theme {
  readonly name: string;
  /** The assumed background of the terminal, `#rrggbb`; it is never painted. */
  readonly background: string;
  readonly tones: Readonly<Record<Tone, Look>>;
  readonly grounds: Readonly<Record<Ground, Look>>;
}

/** Without colours: severity and selection are shown by weight, underline and inversion only. */
export const COLOURLESS: Pick<Theme, 'tones' | 'grounds'> = {
  tones: {
    plain: {},
    dim: {},
    faint: { dim: true },
    bold: { bold: true },
    title: { bold: true },
    accent: { bold: true },
    border: { dim: true },
    borderFocus: { bold: true },
    ok: {},
    warn: { underline: true },
    crit: { bold: true, underline: true },
    info: {},
    spread: { dim: true },
    demo: { bold: true, inverse: true },
    badgeCrit: { bold: true, inverse: true },
    badgeWarn: { underline: true, inverse: true },
    badgeOk: { inverse: true },
    badgeInfo: { inverse: true },
  },
  grounds: {
    select: { inverse: true },
    selectDim: { underline: true },
    match: { underline: true },
    matchCurrent: { bold: true, underline: true, inverse: true },
    mark: { bold: true },
    field: { underline: true },
    fieldFocus: { bold: true, underline: true },
    dialog: {},
    bar: {},
  },
};
