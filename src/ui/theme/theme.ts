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

/** The colours of a theme; everything else is derived by the same rules for all themes. */
export interface Palette {
  readonly name: string;
  readonly background: string;
  readonly text: Paint;
  readonly dim: Paint;
  readonly faint: Paint;
  readonly strong: Paint;
  readonly accent: Paint;
  readonly border: Paint;
  readonly warn: Paint;
  readonly crit: Paint;
  readonly demo: Paint;
  /** Letters on a badge. */
  readonly onBadge: Paint;
  readonly select: Paint;
  readonly selectDim: Paint;
  readonly match: Paint;
  readonly matchCurrent: Paint;
  readonly onMatch: Paint;
  /** Letters on a selection; without it they keep their colour. */
  readonly onSelect?: Paint;
  readonly mark: Paint;
  readonly field: Paint;
  readonly fieldFocus: Paint;
  readonly dialog: Paint;
  readonly bar: Paint;
}

/** Builds the theme from a palette. */
export function themeOf(palette: Palette): Theme {
  const p = palette;
  const onSelect = p.onSelect && { fg: p.onSelect };
  return {
    name: p.name,
    background: p.background,
    tones: {
      plain: { fg: p.text },
      dim: { fg: p.dim },
      faint: { fg: p.faint },
      bold: { fg: p.strong, bold: true },
      title: { fg: p.strong, bold: true },
      accent: { fg: p.accent, bold: true },
      border: { fg: p.border },
      borderFocus: { fg: p.accent },
      ok: { fg: p.text },
      warn: { fg: p.warn },
      crit: { fg: p.crit, bold: true },
      info: { fg: p.strong },
      // Among the sixteen colours the faint one may be invisible, and a peak must not be.
      spread: { fg: { ...p.faint, ansi: p.dim.ansi } },
      demo: { fg: p.onBadge, bg: p.demo, bold: true },
      badgeCrit: { fg: p.onBadge, bg: p.crit, bold: true },
      badgeWarn: { fg: p.onBadge, bg: p.warn, bold: true },
      badgeOk: { fg: p.onBadge, bg: p.accent, bold: true },
      badgeInfo: { fg: p.onBadge, bg: p.accent, bold: true },
    },
    grounds: {
      select: { bg: p.select, ...onSelect },
      selectDim: { bg: p.selectDim, ...onSelect },
      match: { fg: p.onMatch, bg: p.match },
      matchCurrent: { fg: p.onMatch, bg: p.matchCurrent, bold: true },
      mark: { bg: p.mark, ...onSelect },
      field: { bg: p.field },
      fieldFocus: { bg: p.fieldFocus, underline: true },
      dialog: { bg: p.dialog },
      bar: { bg: p.bar },
    },
  };
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
