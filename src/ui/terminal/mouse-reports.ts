/** Borders of a bracketed paste, and whole reports of the mouse (SGR 1006). */
const PARTS = /\x1b\[20[01]~|\x1b\[<\d{1,4};\d{1,5};\d{1,5}[Mm]/g;
/** The first half of a report; no key begins like this. */
const HALF = /\x1b\[<[\d;]{0,16}$/;

/**
 * Takes the reports of the mouse out of what is typed, over the borders of chunks too: Ink passes no sequence on that
 * is no key. What is pasted stays as it is: a pasted report is text, not a click.
 */
export function mouseReports(take: (report: string) => void): (chunk: string) => string {
  let pasting = false;
  let half = '';
  return (chunk) => {
    const typed = (half + chunk).replace(PARTS, (part) => {
      if (part.startsWith('\x1b[<')) {
        if (pasting) return part;
        take(part);
        return '';
      }
      pasting = part === '\x1b[200~';
      return part;
    });
    half = pasting ? '' : (HALF.exec(typed)?.[0] ?? '');
    return typed.slice(0, typed.length - half.length);
  };
}
