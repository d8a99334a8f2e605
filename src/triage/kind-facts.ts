import * as z from 'zod';
import { tableKeys } from '../base/table.ts';
import { type Inferred, streamKind } from './facts.ts';
import { factsSchemas } from './facts-schemas.ts';

/** Kinds with several titles, and the cases that select one. A problem keeps its first case. */
const formSchemas = {
  session: z.enum(['refused', 'failing']),
  'topology-doubt': z.enum(['empty', 'mockup']),
  manager: z.enum(['none', 'single']),
  limit: z.enum(['near', 'blocked']),
  streams: z.enum([...streamKind.options, 'mixed']),
};

type FormSchemas = typeof formSchemas;

export const problemKinds = tableKeys(factsSchemas);
export type ProblemKind = keyof typeof factsSchemas;
export type KindFacts = { readonly [K in ProblemKind]: Inferred<(typeof factsSchemas)[K]> };

type FormOf<K> = K extends keyof FormSchemas
  ? { readonly form: z.infer<FormSchemas[K]> }
  : { readonly form?: undefined };

export type KindAndFactsOf<K extends ProblemKind> = {
  readonly kind: K;
  readonly facts: KindFacts[K];
} & FormOf<K>;

/** A kind with its facts. */
export type KindAndFacts = { [K in ProblemKind]: KindAndFactsOf<K> }[ProblemKind];

/** The members of a problem that depend on its kind. */
export function kindShape(kind: ProblemKind) {
  const form: z.ZodType | undefined = formSchemas[kind as keyof FormSchemas];
  return { kind: z.literal(kind), facts: factsSchemas[kind], ...(form ? { form } : {}) };
}

const [first, ...others] = problemKinds.map((kind) => z.object(kindShape(kind)));

/** zod does not infer the union of a list. */
export const kindAndFactsSchema = z.discriminatedUnion('kind', [
  first ?? z.object(kindShape('missing')),
  ...others,
]) as z.ZodType as z.ZodType<KindAndFacts>;
