/** What was worked out of an object that stays the same for longer than a step is kept. Further arguments must stay the same. */
export function remembered<Of extends object, More extends readonly unknown[], Value>(
  work: (of: Of, ...more: More) => Value,
): (of: Of, ...more: More) => Value {
  const known = new WeakMap<Of, { readonly value: Value }>();
  return (of, ...more) => {
    const kept = known.get(of);
    if (kept) return kept.value;
    const value = work(of, ...more);
    known.set(of, { value });
    return value;
  };
}
