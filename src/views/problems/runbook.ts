/** The page with all kinds of problems, in the package and in the repository. */
const REFERENCE = 'src/reference.md#{kind}';

/** Where the instructions for a kind of problem are: the configured URL with the kind in it, or the reference. */
export function runbookOf(kind: string, template = REFERENCE): string {
  return template.replaceAll('{kind}', encodeURIComponent(kind));
}
