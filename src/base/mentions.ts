/** Whether a text contains a name as a whole word: `edge-1` is not in `edge-10`. Case-sensitive. */
export function mentions(text: string | null | undefined, name: string): boolean {
  if (!text || name === '') return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isWordPart(text[at - 1]) && !isWordPart(text[at + name.length])) return true;
  }
  return false;
}

function isWordPart(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_-]/u.test(character);
}
