const EXACT = 100;
const START = 80;
const WORD_START = 65;
const INSIDE = 50;
const SCATTERED = 30;
/** Of two equal matches the shorter name is better. */
const MOST_LENGTH_COST = 9;

/** How well a name matches the typed text, in any case: higher is better, undefined means no match. */
export function fuzzyScore(name: string, typed: string): number | undefined {
  const [text, query] = [name.toLowerCase(), typed.toLowerCase()];
  if (text === query) return EXACT;
  const cost = Math.min(MOST_LENGTH_COST, (text.length - query.length) / 4);
  if (text.startsWith(query)) return START - cost;
  const at = text.indexOf(query);
  if (at > 0) return (/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? INSIDE : WORD_START) - cost;
  const gaps = gapsOf(text, query);
  return gaps === undefined ? undefined : SCATTERED - cost - Math.min(SCATTERED / 2, gaps);
}

/** Number of characters between the typed ones, if all of them occur in order. */
function gapsOf(text: string, query: string): number | undefined {
  let at = -1;
  let gaps = 0;
  for (const character of query) {
    const next = text.indexOf(character, at + 1);
    if (next < 0) return undefined;
    if (at >= 0) gaps += next - at - 1;
    at = next;
  }
  return gaps;
}
