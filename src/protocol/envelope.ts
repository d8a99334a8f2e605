import { z } from 'zod';
import { amount, items, maybe } from './read.ts';

/** `meta` of each response of interface A (`api.md`, Response envelope). */
export const metaSchema = z.object({
  executionTime: maybe(amount),
  /** Unix ms, by the server's clock. */
  generatedAt: maybe(amount),
});
export type Meta = z.infer<typeof metaSchema>;

/** The envelope of interface A around `data`. */
export function envelope<T extends z.ZodType>(data: T) {
  return z.object({ data, meta: maybe(metaSchema), message: maybe(z.string()) });
}

/** A response without `data`, as deletion gives (`api.md` A4). */
export const bareEnvelope = z.object({ meta: maybe(metaSchema), message: maybe(z.string()) });

/** The editable-field wrapper around users' attributes, settings and the license key. */
export function wrapper<T extends z.ZodType>(value: T) {
  return z.object({
    value,
    editable: maybe(z.boolean()),
    masked: maybe(z.boolean()),
    /** What locked the field, such as an environment variable; present only when locked. */
    lockedBy: maybe(z.string()),
  });
}

/** `data` of a paged list (`api.md`, Paging envelope). `list` is what could be read of this page. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    totalItems: amount,
    itemsPerPage: amount,
    totalPages: amount,
    currentPage: amount,
    hasPrevious: maybe(z.boolean()),
    hasNext: maybe(z.boolean()),
    list: items('data.list', item),
  });
}
export interface Page<T> {
  readonly totalItems: number;
  readonly itemsPerPage: number;
  readonly totalPages: number;
  readonly currentPage: number;
  readonly hasPrevious?: boolean | null | undefined;
  readonly hasNext?: boolean | null | undefined;
  readonly list: readonly T[];
}

/** `data` of a batch look-up (`api.md` A6, A8, A9). */
export function batch<T extends z.ZodType>(item: T) {
  return z.object({ found: items('data.found', item), notFound: items('data.notFound', z.string()) });
}
export interface Batch<T> {
  readonly found: readonly T[];
  readonly notFound: readonly string[];
}

/** Any error body of A or B: `message`, and for validation `errors.attributes.<field>`. */
export const errorBodySchema = z.object({
  message: z.string(),
  errors: maybe(z.object({ attributes: maybe(z.record(z.string(), z.array(z.string()))) })),
});
