import type { z } from 'zod';

/** What a row holds as JSON; undefined where it is not that: a damaged row costs itself, not the history. */
export function storedJson<T>(schema: z.ZodType<T>, text: unknown): T | undefined {
  try {
    return schema.safeParse(JSON.parse(String(text))).data;
  } catch {
    return undefined;
  }
}
