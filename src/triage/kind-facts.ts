import * as z from 'zod';
import { tableKeys } from '../base/table.ts';
import type { Inferred } from './facts.ts';
import { kinds } from './kinds.ts';

export const problemKinds = tableKeys(kinds);
export type ProblemKind = keyof typeof kinds;
export type KindFacts = { readonly [K in ProblemKind]: Inferred<(typeof kinds)[K]['facts']> };

/** Kinds with several titles. */
type KindWithForm = {
  [K in ProblemKind]: (typeof kinds)[K] extends { readonly form: z.ZodType } ? K : never;
}[ProblemKind];

type FormOf<K> = K extends KindWithForm
  ? { readonly form: z.infer<(typeof kinds)[K]['form']> }
  : { readonly form?: undefined };

export type KindAndFactsOf<K extends ProblemKind> = {
  readonly kind: K;
  readonly facts: KindFacts[K];
} & FormOf<K>;

export type KindAndFacts = { [K in ProblemKind]: KindAndFactsOf<K> }[ProblemKind];

/** The members of a problem that depend on its kind. */
export function kindShape(kind: ProblemKind) {
  const { part, rank, ...shape } = kinds[kind];
  return { kind: z.literal(kind), ...shape };
}

const [first, ...others] = problemKinds.map((kind) => z.object(kindShape(kind)));

/** zod does not infer the union of a list. */
export const kindAndFactsSchema = z.discriminatedUnion('kind', [
  first ?? z.object(kindShape('missing')),
  ...others,
]) as z.ZodType as z.ZodType<KindAndFacts>;
