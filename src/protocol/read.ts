import { z } from 'zod';
import { isListOf, REFUSED, takeOf } from './take.ts';

// What `take.ts` refuses is rare: code compiled for it would cost more than it saves.
z.config({ jitless: true });

/** An item of a list that could not be read: it costs itself, never the list (`design.md`, rule 2). */
export interface Unreadable {
  /** Path of the list inside the response, such as `data.list`. */
  readonly list: string;
  readonly index: number;
  readonly reason: string;
}

/** What one response said: the value, and the items of it that could not be read. */
export interface Parsed<T> {
  readonly value: T;
  readonly unreadable: readonly Unreadable[];
}

/** The response does not have the shape that `api.md` promises. `path` names the field, such as `data.topology`. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  readonly path: string;
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(`${path === '' ? 'the response' : path}: ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}

/** Enough to tell what is wrong; a hostile list of a million bad items must not fill the memory. */
const MAX_REMEMBERED = 100;

// Parsed is synchronous, so one collector at a time is enough; zod hands no context of our own to a transform.
let collector: Unreadable[] | undefined;

/**
 * A list that reads tolerantly: items that do not fit are left out and counted in the `Parsed`.
 * `name` is the list's path for people.
 */
export function items<T extends z.ZodType>(name: string, item: T) {
  const schema = z.array(z.unknown()).transform((list): z.output<T>[] => {
    const take = takeOf(item);
    const good: z.output<T>[] = [];
    for (let index = 0; index < list.length; index++) {
      const taken = take(list[index]);
      if (taken !== REFUSED) {
        good.push(taken as z.output<T>);
        continue;
      }
      const result = item.safeParse(list[index]);
      if (result.success) good.push(result.data);
      else if (collector && collector.length < MAX_REMEMBERED) {
        collector.push({ list: name, index, reason: explain(result.error).message });
      }
    }
    return good;
  });
  isListOf(schema, item);
  return schema;
}

/** Reads freshly parsed `json` by `schema`; parts of it become parts of the value. Throws a `ShapeError` where the envelope itself does not fit. */
export function read<T extends z.ZodType>(schema: T, json: unknown): Parsed<z.output<T>> {
  const taken = takeOf(schema)(json);
  if (taken !== REFUSED) return { value: taken as z.output<T>, unreadable: [] };
  const mine: Unreadable[] = [];
  const before = collector;
  collector = mine;
  try {
    const result = schema.safeParse(json);
    if (!result.success) throw explain(result.error);
    return { value: result.data, unreadable: mine };
  } finally {
    collector = before;
  }
}

function explain(error: z.ZodError): ShapeError {
  const issue = error.issues[0];
  return new ShapeError(issue ? issue.path.map(String).join('.') : '', issue?.message ?? 'unreadable');
}

/** A field that may be missing or null. Views show it as `—`. */
export function maybe<T extends z.ZodType>(schema: T) {
  return schema.nullish();
}

/** Counts, bytes, milliseconds. Servers send integers; a fraction is no reason to lose an item. */
export const amount = z.number();
/** A cap or limit: null is unlimited, 0 is blocked, undefined is missing (`field-notes.md`). */
export const cap = z.number().nullish();
