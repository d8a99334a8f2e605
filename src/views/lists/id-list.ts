/** Splits pasted ids or names at commas, semicolons, spaces or line ends; each once, in order. */
export function splitIds(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/u).filter((id) => id !== ''))];
}

/**
 * A list of ids with new ones added at the end, each once, at most `max`; the result in words; and whether the list is
 * full, so that some were left out. `what` is the noun for one of them, such as `stream`.
 */
export function addIds(known: readonly string[], more: readonly string[], max: number, what: string) {
  const fresh = more.filter((id) => !known.includes(id));
  const taken = fresh.slice(0, Math.max(0, max - known.length));
  const left = fresh.length - taken.length;
  const ids = [...known, ...taken];
  if (fresh.length === 0)
    return {
      ids,
      message: `Nothing new: ${more.length === 1 ? 'it is' : 'they are'} followed already.`,
      full: false,
    };
  const counted = `${taken.length} ${what}${taken.length === 1 ? ' is' : 's are'} looked up`;
  const message = left > 0 ? `${counted}; ${left} left out: at most ${max} are followed.` : `${counted}.`;
  return { ids, message, full: left > 0 };
}
