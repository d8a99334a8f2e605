import { CELL, marks } from './svg-marks.ts';

/** Arms of box-drawing characters: up, right, down, left. */
const ARMS: Readonly<Record<string, string>> = {
  '─': 'lr',
  '│': 'ud',
  '┌': 'rd',
  '┐': 'ld',
  '└': 'ru',
  '┘': 'lu',
  '├': 'udr',
  '┤': 'udl',
  '┬': 'lrd',
  '┴': 'lru',
  '┼': 'lrud',
  '╴': 'l',
  '╶': 'r',
};

/** The part of a cell that a block fills: x, y, width, height. */
const BLOCKS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  '━': [0, 8, 10, 4],
  '╸': [0, 8, 5, 4],
};

const DOTS: readonly (readonly [bit: number, x: number, y: number])[] = [
  [1, 1, 1],
  [2, 1, 6],
  [4, 1, 11],
  [64, 1, 16],
  [8, 6, 1],
  [16, 6, 6],
  [32, 6, 11],
  [128, 6, 16],
];

interface Line {
  readonly axis: 'h' | 'v';
  readonly x: number;
  readonly y: number;
  length: number;
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  width: number;
}

/** Characters of one colour that are drawn as shapes, in three paths. Lines and areas that touch are joined. */
export class Drawing {
  readonly #marks = { fill: '', line: '', thick: '' };
  readonly #lines = new Map<string, Line>();
  readonly #areas = new Map<string, Area>();
  /** Lines by their end point, so that a neighbour can continue them. */
  readonly #openLines = new Map<string, Line>();
  readonly #openAreas = new Map<string, Area>();

  /**
   * Draws a box, block, braille character or mark into its cell. Returns false for characters that are left to the
   * font.
   */
  add(chars: string, column: number, row: number): boolean {
    const [x, y] = [column * CELL.width, row * CELL.height];
    const code = chars.codePointAt(0) ?? 0;
    const arms = ARMS[chars];
    const mark = marks[chars];
    const block = BLOCKS[chars] ?? eighths(code);
    if (arms !== undefined) for (const arm of arms) this.#arm(arm, x, y);
    else if (mark !== undefined) this.#marks[mark[0]] += mark[1](x, y);
    else if (block !== undefined) this.area(x + block[0], y + block[1], block[2], block[3]);
    else if (code > 0x2800 && code <= 0x28ff) {
      for (const [bit, dx, dy] of DOTS) if (code & bit) this.area(x + dx, y + dy, 3, 3);
    } else return false;
    return true;
  }

  area(x: number, y: number, width: number, height: number): void {
    const area = this.#openAreas.get(`${x} ${y} ${height}`) ?? { x, y, height, width: 0 };
    area.width += width;
    this.#areas.set(`${area.x} ${y} ${height}`, area);
    this.#openAreas.set(`${x + width} ${y} ${height}`, area);
  }

  /** The paths, each with the class of its kind: `f`, `l`, `t`. */
  paths(): readonly (readonly [kind: 'f' | 'l' | 't', path: string])[] {
    const areas = [...this.#areas.values()].map(
      ({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h-${width}z`,
    );
    const lines = [...this.#lines.values()].map(({ axis, x, y, length }) => `M${x} ${y}${axis}${length}`);
    const all = [
      ['f', areas.join('') + this.#marks.fill],
      ['l', lines.join('') + this.#marks.line],
      ['t', this.#marks.thick],
    ] as const;
    return all.filter(([, path]) => path !== '');
  }

  #arm(arm: string, x: number, y: number): void {
    if (arm === 'l') this.#line('h', x, y + 10, 5);
    else if (arm === 'r') this.#line('h', x + 5, y + 10, 5);
    else if (arm === 'u') this.#line('v', x + 5, y, 10);
    else this.#line('v', x + 5, y + 10, 10);
  }

  #line(axis: Line['axis'], x: number, y: number, length: number): void {
    const line = this.#openLines.get(`${axis}${x} ${y}`) ?? { axis, x, y, length: 0 };
    line.length += length;
    this.#lines.set(`${axis}${line.x} ${line.y}`, line);
    this.#openLines.set(axis === 'h' ? `h${x + length} ${y}` : `v${x} ${y + length}`, line);
  }
}

/** Lower blocks ▁ to █ and left blocks █ to ▏. */
function eighths(code: number): readonly [number, number, number, number] | undefined {
  if (code >= 0x2581 && code <= 0x2588) {
    const height = (CELL.height * (code - 0x2580)) / 8;
    return [0, CELL.height - height, CELL.width, height];
  }
  if (code >= 0x2589 && code <= 0x258f) return [0, 0, (CELL.width * (0x2590 - code)) / 8, CELL.height];
  return undefined;
}
