/** Words of a text, those in double quotes as one: `2h "EU West" disks` are three. */
export function quotedWords(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
}
