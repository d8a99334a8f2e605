import * as z from 'zod';
import { exact, flag, itemCount, longText, maybe, number, text, time } from './leaves.ts';

/** `meta` of each response of interface A. */
export const metaSchema = z.object({
  /** ms. */
  executionTime: maybe(number),
  /** Unix ms, by the server's clock. */
  generatedAt: maybe(time),
});
export type Meta = z.infer<typeof metaSchema>;

const around = { meta: maybe(metaSchema), message: maybe(longText) };

/** The envelope of interface A around `data`. */
export function envelope<T extends z.ZodType>(data: T) {
  return z.object({ data, ...around });
}

/** A member that may be missing; it is then empty. A value of another type is an error. */
export function orEmpty<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => value ?? {}, schema);
}

/** The envelope of a write's response. The write has succeeded, even if the response contains little. */
export function writeEnvelope<T extends z.ZodType>(data: T) {
  return z.object({ data: orEmpty(data), ...around });
}

/** `data.attributes` of a write's response. */
export type AttributesOf<T extends z.ZodType<{ data: { attributes?: unknown } }>> = NonNullable<
  z.output<T>['data']['attributes']
>;

/** A response without `data`, as deletion gives. */
export const bareEnvelope = z.object(around);

/**
 * The wrapper of editable fields: users' attributes, settings and the license key. A plain value becomes its
 * `value`.
 */
export function wrapper<T extends z.ZodType>(value: T) {
  const wrapped = z.object({
    value: maybe(value),
    editable: maybe(flag),
    masked: maybe(flag),
    /** What locked the field, such as an environment variable; present only if it is locked. */
    lockedBy: maybe(text),
  });
  return z.preprocess((found) => (typeof found === 'object' ? found : { value: found }), wrapped);
}

/** `data` of a paged list. Only `list`, with the readable items of this page, is required. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    totalItems: maybe(itemCount),
    itemsPerPage: maybe(itemCount),
    totalPages: maybe(itemCount),
    currentPage: maybe(itemCount),
    hasPrevious: maybe(flag),
    hasNext: maybe(flag),
    list: z.array(item),
  });
}
export type Page<T> = Omit<z.output<ReturnType<typeof page>>, 'list'> & { readonly list: readonly T[] };

/** `data` of a batch look-up. */
export function batch<T extends z.ZodType>(item: T) {
  return z.object({ found: z.array(item), notFound: maybe(z.array(exact)) });
}
export interface Batch<T> {
  readonly found: readonly T[];
  /** An id that is in neither list was not found, either. */
  readonly notFound?: readonly string[] | null | undefined;
}
