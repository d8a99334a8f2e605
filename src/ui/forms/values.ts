/** Level by row. A row without a level was not chosen yet. */
export type GridValue = Readonly<Record<string, string | undefined>>;

/**
 * Value of a field. Text, secret, file and lines: a string. Number: a number, null for "no limit", undefined while
 * empty or invalid. Choice: the option's value or undefined. Toggle: a boolean. Grid: its levels.
 */
export type FieldValue = string | number | boolean | null | undefined | GridValue;

export type FormValues = Readonly<Record<string, FieldValue>>;

/** The value of a text, secret, file, lines or choice field; an empty string if there is none. */
export function textOf(values: FormValues, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/** The value of a number field: null is "no limit", undefined is empty or invalid. */
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
