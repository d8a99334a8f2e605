import type * as z from 'zod';

/** The JSON of a text; undefined if it is none, or has another shape. */
export function parsedJson<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
