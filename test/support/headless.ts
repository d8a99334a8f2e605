import xterm from '@xterm/headless';

export interface HeadlessCell {
  readonly chars: string;
  /** Cells that the character takes; 0 for the right half of a wide one. */
  readonly width: number;
  /** −1 the default colour, 0 to 255 the palette, 0x1000000 | 0xRRGGBB a true colour. */
  readonly fg: number;
  readonly bg: number;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
  readonly strike: boolean;
}

export type Headless = ReturnType<typeof headless>;

/** A real terminal without a window: write bytes to it, and read its cells. */
export function headless(columns: number, rows: number) {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 });
  const row = (y: number) => terminal.buffer.active.getLine(terminal.buffer.active.viewportY + y);
  return {
    /** Resolves when the terminal has processed the data. */
    write: (data: string | Uint8Array) => new Promise<void>((resolve) => terminal.write(data, resolve)),
    /** The visible rows, blanks at their ends cut off. */
    text: () =>
      Array.from({ length: terminal.rows }, (_, y) => row(y)?.translateToString(true).trimEnd() ?? ''),
    cell(x: number, y: number): HeadlessCell {
      const cell = row(y)?.getCell(x);
      if (cell === undefined) throw new RangeError(`No cell at ${x}, ${y}`);
      return {
        chars: cell.getChars(),
        width: cell.getWidth(),
        fg: cell.isFgDefault() ? -1 : cell.getFgColor() | (cell.isFgRGB() ? 0x1000000 : 0),
        bg: cell.isBgDefault() ? -1 : cell.getBgColor() | (cell.isBgRGB() ? 0x1000000 : 0),
        bold: cell.isBold() !== 0,
        dim: cell.isDim() !== 0,
        italic: cell.isItalic() !== 0,
        underline: cell.isUnderline() !== 0,
        inverse: cell.isInverse() !== 0,
        strike: cell.isStrikethrough() !== 0,
      };
    },
    cursor: () => ({ x: terminal.buffer.active.cursorX, y: terminal.buffer.active.cursorY }),
    /** Whether the alternate screen is shown. */
    alternate: () => terminal.buffer.active.type === 'alternate',
    /** The modes that programs switch on and must switch off again. */
    modes: () => ({
      bracketedPaste: terminal.modes.bracketedPasteMode,
      mouse: terminal.modes.mouseTrackingMode,
      wraparound: terminal.modes.wraparoundMode,
    }),
    resize: (width: number, height: number) => terminal.resize(width, height),
    dispose: () => terminal.dispose(),
  };
}
