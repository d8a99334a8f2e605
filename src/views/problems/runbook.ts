/** The page with all kinds of problems, in words: whoever is called finds it in any package and in the repository. */
const REFERENCE = 'castwatch, src/reference.md, section Kinds of problems, {kind}';

/** Where the instructions for a kind of problem are: the configured URL with the kind in it, or the reference. */
export function runbookOf(kind: string, template = REFERENCE): string {
  return template.replaceAll('{kind}', encodeURIComponent(kind));
}
