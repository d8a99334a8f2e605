/** Arms of box-drawing characters: up, right, down, left. */
const ARMS: Readonly<Record<string, string>> = {
  '─': 'rl',
  '│': 'ud',
  '┌': 'rd',
  '┐': 'dl',
  '└': 'ur',
  '┘': 'ul',
  '├': 'urd',
  '┤': 'udl',
  '┬': 'rdl',
  '┴': 'url',
  '┼': 'urdl',
  '╭': 'rd',
  '╮': 'dl',
  '╰': 'ur',
  '╯': 'ul',
  '╴': 'l',
  '╶': 'r',
};

/**
 * A box, block or braille character as SVG shapes in its cell; undefined for everything that a font draws.
 */
export function glyphShape(
  chars: string,
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
): string | undefined {
  const code = chars.codePointAt(0) ?? 0;
  if (chars === '━' || chars === '╸')
    return rect(x, y + height / 2 - 2, chars === '━' ? width : width / 2, 4, fill);
  const arms = ARMS[chars];
  if (arms !== undefined) return lines(arms, x, y, width, height, fill);
  if (code >= 0x2581 && code <= 0x2588) {
    const part = (height * (code - 0x2580)) / 8;
    return rect(x, y + height - part, width, part, fill);
  }
  if (code >= 0x2589 && code <= 0x258f)
    return rect(x, y + 2, (width * (0x2590 - code)) / 8, height - 4, fill);
  if (code > 0x2800 && code <= 0x28ff) return dots(code - 0x2800, x, y, width, height, fill);
  return undefined;
}

function lines(arms: string, x: number, y: number, width: number, height: number, fill: string): string {
  const [cx, cy] = [x + width / 2, y + height / 2];
  const ends: Readonly<Record<string, readonly [number, number]>> = {
    u: [cx, y],
    r: [x + width, cy],
    d: [cx, y + height],
    l: [x, cy],
  };
  const path = [...arms].map((arm) => `M${num(cx)} ${num(cy)}L${ends[arm]?.map(num).join(' ')}`).join('');
  return `<path d="${path}" stroke="${fill}" stroke-width="1.2" fill="none"/>`;
}

const DOTS: readonly (readonly [bit: number, column: number, row: number])[] = [
  [1, 0, 0],
  [2, 0, 1],
  [4, 0, 2],
  [64, 0, 3],
  [8, 1, 0],
  [16, 1, 1],
  [32, 1, 2],
  [128, 1, 3],
];

function dots(bits: number, x: number, y: number, width: number, height: number, fill: string): string {
  return DOTS.filter(([bit]) => (bits & bit) !== 0)
    .map(([, column, row]) =>
      rect(
        x + width * (0.18 + column * 0.5),
        y + height * (0.08 + row * 0.25),
        width * 0.3,
        height * 0.14,
        fill,
      ),
    )
    .join('');
}

function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}" fill="${fill}"/>`;
}

function num(value: number): number {
  return Math.round(value * 100) / 100;
}
