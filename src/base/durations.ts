export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Units of durations that users type. */
export const timeUnitsMs = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;

const TYPED = /^(\d+(?:\.\d+)?)(s|m|h|d)$/;

/** `10m`, `90s`, `1.5h`, `1d` in ms; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const [, digits, unit] = TYPED.exec(text) ?? [];
  return unit === undefined ? undefined : Number(digits) * timeUnitsMs[unit as keyof typeof timeUnitsMs];
}
