/** Compares words; missing ones come last in both directions (`sign` is 1 or -1). */
export function byWord(a: string | null | undefined, b: string | null | undefined, sign: 1 | -1 = 1): number {
  if (a == null || b == null) return Number(a == null) - Number(b == null);
  return sign * (Number(a > b) - Number(a < b));
}

/** Compares numbers; missing ones come last in both directions (`sign` is 1 or -1). */
export function byNumber(a: number | null | undefined, b: number | null | undefined, sign: 1 | -1): number {
  if (a == null || b == null) return Number(a == null) - Number(b == null);
  return sign * (a - b);
}
