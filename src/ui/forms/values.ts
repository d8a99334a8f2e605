/** Levels of a grid by row; a row without a level was not chosen yet. */
export type GridValue = Readonly<Record<string, string | undefined>>;

/**
 * Value of a field: text, secret, file and lines are strings; a number is a number, null for "no limit", undefined
 * while it is empty or no number; a choice is the option's value or undefined; a toggle a boolean; a grid its levels.
 */
export type FieldValue = string | number | boolean | null | undefined | GridValue;

export type FormValues = Readonly<Record<string, FieldValue>>;

/** Text, secret, file, lines, choice; empty where there is none. */
export function textOf(values: FormValues, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/** A number field: null is "no limit", undefined is empty or not a number. */
export function numberOf(values: FormValues, name: string): number | null | undefined {
  const value = values[name];
  return typeof value === 'number' || value === null ? value : undefined;
}

export function toggleOf(values: FormValues, name: string): boolean {
  return values[name] === true;
}

export function gridOf(values: FormValues, name: string): GridValue {
  const value = values[name];
  return typeof value === 'object' && value !== null ? value : {};
}

export function sameValue(a: FieldValue, b: FieldValue): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}
