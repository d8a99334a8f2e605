import * as z from 'zod';

/** An object whose name may be missing while `other` identifies it: that is then used as the name. */
export function namedBy<
  N extends string,
  O extends string,
  T extends { [K in N | O]?: string | null | undefined },
>(name: N, other: O, schema: z.ZodType<T>) {
  return schema.transform((value, context): Omit<T, N> & { [K in N]: string } => {
    // The usual case: nothing needs to be copied.
    if (typeof value[name] === 'string') return value as Omit<T, N> & { [K in N]: string };
    const found = value[other];
    if (typeof found === 'string') return { ...value, [name]: found } as Omit<T, N> & { [K in N]: string };
    context.issues.push({ code: 'custom', message: `neither ${name} nor ${other}`, input: undefined });
    return z.NEVER;
  });
}
