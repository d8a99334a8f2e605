const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P'] as const;

/** Three significant digits with a prefix of 1000: `999`, `1.23k`, `45.6M`. */
export function scaled(value: number): { digits: string; prefix: string } {
  let index = 0;
  let rest = Math.abs(value);
  while (rest >= 999.5 && index < PREFIXES.length - 1) {
    rest /= 1000;
    index++;
  }
  const digits =
    index === 0
      ? String(Math.round(rest))
      : rest >= 99.95
        ? rest.toFixed(0)
        : rest >= 9.995
          ? rest.toFixed(1)
          : rest.toFixed(2);
  return { digits: value < 0 ? `-${digits}` : digits, prefix: PREFIXES[index] ?? '' };
}
