import * as z from 'zod';
import type { StoredRow } from './database.ts';

/**
 * The row checked against the schema, or an empty list: a damaged row is left out and the rest of the history stays
 * readable.
 */
export function storedRow<T>(schema: z.ZodType<T>, row: StoredRow): T[] {
  const { success, data } = schema.safeParse(row);
  return success ? [data] : [];
}

/** Undefined if what is read is damaged. */
export function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** A column that contains JSON of that shape. */
export function jsonColumn<T>(schema: z.ZodType<T>) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('no JSON');
        return z.NEVER;
      }
    })
    .pipe(schema);
}
