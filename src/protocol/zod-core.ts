import type { z as whole } from 'zod';

type Zod = typeof whole;
type Schema = whole.ZodType;
/** How a schema is defined, as zod has it: `take.ts` reads no more. */
type Definition = Readonly<Record<string, unknown>> & { readonly type: string };

const settings: Parameters<Zod['config']>[] = [];
let loaded: Zod | undefined;

/** zod itself: its schemas, without forty languages and JSON Schema. */
function zod(): Zod {
  if (loaded) return loaded;
  loaded = require('./zod-members.ts') as Zod;
  for (const given of settings) loaded.config(...given);
  return loaded;
}

/** What can be noted of a schema until somebody needs it. Whatever else it is asked for, zod answers. */
const steps = new Set([
  ...['extend', 'int', 'max', 'min', 'nonnegative', 'nullable', 'nullish', 'optional', 'pipe'],
  ...['refine', 'regex', 'transform'],
]);
const built = new WeakMap<object, () => Schema>();

/**
 * Stands for `zod` in the bundle. Schemas are noted as the sources write them, and built by zod once somebody needs
 * more of them than their definition. Answers that fit never do (`take.ts`), and to build them all is a tenth of a start.
 */
export const z = new Proxy({} as Zod, {
  get(_, name: string) {
    if (name === 'config') return (...given: Parameters<Zod['config']>) => settings.push(given);
    if (name === 'iso') return { datetime: () => note(() => zod().iso.datetime()) };
    // A class or a value, not a schema.
    if (/^[A-Z]/.test(name)) return Reflect.get(zod(), name);
    return (...args: unknown[]) => note(() => call(zod(), name, args), first(name, args));
  },
});

function note(build: () => Schema, definition?: Definition): object {
  let schema: Schema | undefined;
  const get = () => {
    schema ??= build();
    return schema;
  };
  const noted: object = new Proxy(
    {},
    {
      get(_, name) {
        if (name === '_zod' && definition) return { def: definition };
        if (typeof name !== 'string' || !steps.has(name)) return Reflect.get(get(), name);
        return (...args: unknown[]) =>
          note(() => call(get(), name, args), next(noted, definition, name, args));
      },
    },
  );
  built.set(noted, get);
  return noted;
}

function call(target: object, name: string, args: readonly unknown[]): Schema {
  return (Reflect.get(target, name) as (...args: unknown[]) => Schema).apply(target, args.map(real));
}

/** With schemas in place of what is noted of them. */
function real(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const get = built.get(value);
  if (get) return get();
  if (Array.isArray(value)) return value.map(real);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, real(part)]));
}

/** Of the kinds that `take.ts` knows; of the others zod says it. */
function first(type: string, args: readonly unknown[]): Definition | undefined {
  const [part] = args;
  if (type === 'object' && args.length === 1) return { type, shape: part };
  if (type === 'array' && args.length === 1) return { type, element: part };
  return args.length === 0 && ['string', 'number', 'boolean', 'unknown'].includes(type)
    ? { type }
    : undefined;
}

function next(
  innerType: object,
  before: Definition | undefined,
  step: string,
  [part]: readonly unknown[],
): Definition | undefined {
  switch (step) {
    case 'optional':
    case 'nullable':
      return { type: step, innerType };
    case 'nullish':
      return { type: 'optional', innerType: { _zod: { def: { type: 'nullable', innerType } } } };
    case 'extend':
      return before && { ...before, shape: { ...(before.shape as object), ...(part as object) } };
    default:
      return undefined;
  }
}
