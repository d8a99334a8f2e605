/** Start and end of a bracketed paste, and whole mouse reports (SGR 1006). */
const PARTS = /\x1b\[20[01]~|\x1b\[<\d{1,4};\d{1,5};\d{1,5}[Mm]/g;
/** The first part of a report; no key starts like this. */
const HALF = /\x1b\[<[\d;]{0,16}$/;

/**
 * Removes mouse reports from the input, also if a report is split over two chunks, because Ink would drop them as
 * unknown sequences. Pasted text is kept as it is: a report in it is text, not a click.
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
