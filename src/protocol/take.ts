import type { z } from 'zod';

/** The value does not fit at first sight: zod has to look, and to say what is wrong. */
export const REFUSED = Symbol('refused');

/** Gives the value as zod would, or `REFUSED`. The value must be freshly parsed JSON: parts of it are exchanged in place. */
export type Take = (value: unknown) => unknown;

const takes = new WeakMap<z.ZodType, Take>();
const lists = new WeakMap<z.ZodType, z.ZodType>();

/** Tells that `schema`, whatever it is made of, reads a list of `item`s. */
export function isListOf(schema: z.ZodType, item: z.ZodType): void {
  lists.set(schema, item);
}

/**
 * The quick way of a schema for values that fit, which nearly all do: zod builds every object anew and compiles code
 * for each schema, which costs more than the rest of a poll. Whatever this does not know is refused.
 */
export function takeOf(schema: z.ZodType): Take {
  const known = takes.get(schema);
  if (known) return known;
  const take = compile(schema);
  takes.set(schema, take);
  return take;
}

function compile(schema: z.ZodType): Take {
  const item = lists.get(schema);
  if (item) return listTake(takeOf(item));
  const { def } = (schema as z.ZodType & z.core.$ZodTypes)._zod;
  if (def.checks && def.checks.length > 0) return () => REFUSED;
  switch (def.type) {
    case 'object':
      return objectTake(Object.entries(def.shape).map(([key, part]) => [key, takeOf(part as z.ZodType)]));
    case 'array':
      return listTake(takeOf(def.element as z.ZodType));
    case 'optional':
      return orElse(undefined, takeOf(def.innerType as z.ZodType));
    case 'nullable':
      return orElse(null, takeOf(def.innerType as z.ZodType));
    case 'string':
      return (value) => (typeof value === 'string' ? value : REFUSED);
    case 'number':
      // 1e999 is JSON, too.
      return (value) => (Number.isFinite(value) ? value : REFUSED);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : REFUSED);
    case 'unknown':
      return (value) => value;
    default:
      return () => REFUSED;
  }
}

function orElse(nothing: null | undefined, inner: Take): Take {
  return (value) => (value === nothing ? value : inner(value));
}

function listTake(item: Take): Take {
  return (list) => {
    if (!Array.isArray(list)) return REFUSED;
    for (let index = 0; index < list.length; index++) {
      const taken = item(list[index]);
      if (taken === REFUSED) return REFUSED;
      if (taken !== list[index]) list[index] = taken;
    }
    return list;
  };
}

function objectTake(fields: readonly (readonly [key: string, take: Take])[]): Take {
  const keys = fields.map(([key]) => key);
  const parts = fields.map(([, take]) => take);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return REFUSED;
    const object = value as Record<string, unknown>;
    let present = 0;
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as string;
      const part = object[key];
      const taken = (parts[index] as Take)(part);
      if (taken === REFUSED) return REFUSED;
      if (taken !== part) object[key] = taken;
      if (part !== undefined) present++;
    }
    let all = 0;
    for (const _ in object) all++;
    return all === present ? object : only(object, keys);
  };
}

/** Without the fields that the contract does not know. */
function only(object: Readonly<Record<string, unknown>>, keys: readonly string[]): object {
  const known: Record<string, unknown> = {};
  for (const key of keys) if (object[key] !== undefined) known[key] = object[key];
  return known;
}
