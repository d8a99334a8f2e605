import { themeNames } from './themes.ts';

/** The theme that follows the background of the terminal. */
export const AUTO = 'auto';
/** The values of `--theme`. */
export const themeChoices: readonly string[] = [AUTO, ...themeNames];

export type Background = 'dark' | 'light';

/** The theme with that name; for `auto` that for the background, or a neutral one if that is not known. */
export function themeFor(name: string, background: Background | undefined): string {
  return name === AUTO ? (background ?? 'neutral') : name;
}

/** The last number in `COLORFGBG`, which rxvt, Konsole and others set: `15;0`, `0;default;15`. */
export function backgroundIn(env: Readonly<Record<string, string | undefined>>): Background | undefined {
  const last = env.COLORFGBG?.split(';').at(-1) ?? '';
  if (!/^\d{1,2}$/.test(last)) return undefined;
  const color = Number(last);
  return color === 7 || color > 8 ? 'light' : 'dark';
}

const REPLY = /rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})/i;

/** The background in a reply to OSC 11, such as `11;rgb:ffff/ffff/ffff`; undefined if the reply is another one. */
export function backgroundOf(reply: string): Background | undefined {
  const parts = REPLY.exec(reply)?.slice(1);
  if (!parts) return undefined;
  const [red = 0, green = 0, blue = 0] = parts.map(
    (hex) => Number.parseInt(hex, 16) / (16 ** hex.length - 1),
  );
  return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? 'light' : 'dark';
}
