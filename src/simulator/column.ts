/** A number for each stream, slot or application, by index. Byte columns are per second. */
export type Column = Float64Array | Int32Array;

/** One number of a column; NaN beyond its end. */
export function cell(column: Column, index: number): number {
  return column[index] ?? Number.NaN;
}

export function add(column: Column, index: number, value: number): void {
  column[index] = cell(column, index) + value;
}
