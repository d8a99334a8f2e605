/**
 * Structural sharing: `next` with every part that equals the same part of `old` replaced by it, and `old` itself
 * if nothing changed, so that selectors and memoised rows can compare by reference.
 *
 * Both are plain JSON values. `next` must be freshly parsed: its parts are replaced in place by equal ones,
 * because a copy of a thousand servers every two seconds would cost more than the comparison. Equal texts, too: each is an
 * object that lives long, and those of a sweep of thousands of streams would all be exchanged.
 */
export function structuralShare<T>(old: T | undefined, next: T): T {
  return shareParts(old, next) as T;
}

function shareParts(old: unknown, next: unknown): unknown {
  if (old === next) return old;
  if (typeof old !== 'object' || typeof next !== 'object' || !old || !next) return next;
  if (Array.isArray(old) !== Array.isArray(next)) return next;
  return Array.isArray(next) ? shareArray(old as unknown[], next) : shareObject(old, next);
}

function shareArray(old: unknown[], next: unknown[]): unknown[] {
  let same = old.length === next.length;
  for (let index = 0; index < next.length; index++) {
    const part = shareParts(old[index], next[index]);
    if (part !== next[index]) next[index] = part;
    if (!Object.is(part, old[index])) same = false;
  }
  return same ? old : next;
}

function shareObject(old: object, next: object): object {
  const before = old as Record<string, unknown>;
  const after = next as Record<string, unknown>;
  let count = 0;
  let same = true;
  for (const key in after) {
    count++;
    const part = shareParts(before[key], after[key]);
    if (part !== after[key] || typeof part === 'string') after[key] = part;
    if (!Object.is(part, before[key])) same = false;
  }
  if (same) for (const _ in before) count--;
  return same && count === 0 ? old : next;
}
