import * as z from 'zod';

/** A named thing whose name may be missing while `other` identifies it: then that stands for the name. */
export function namedBy<
  N extends string,
  O extends string,
  T extends { [K in N | O]?: string | null | undefined },
>(name: N, other: O, schema: z.ZodType<T>) {
  return schema.transform((value, context): Omit<T, N> & { [K in N]: string } => {
    // The usual case: nothing has to be copied.
    if (typeof value[name] === 'string') return value as Omit<T, N> & { [K in N]: string };
    const found = value[other];
    if (typeof found === 'string') return { ...value, [name]: found } as Omit<T, N> & { [K in N]: string };
    context.issues.push({ code: 'custom', message: `neither ${name} nor ${other}`, input: undefined });
    return z.NEVER;
  });
}
