const UNRELEASED = '## [Unreleased]\n';

/**
 * The changelog with its unreleased part as the given version, below a new empty heading. Throws if there is
 * nothing to release.
 */
export function releaseChangelog(text: string, version: string, date: string): string {
  const at = text.indexOf(UNRELEASED);
  const rest = text.slice(at + UNRELEASED.length);
  const [entries = ''] = rest.split(/^## /m, 1);
  if (at < 0 || entries.trim() === '') throw new Error('CHANGELOG.md has nothing below [Unreleased]');
  return `${text.slice(0, at)}${UNRELEASED}\n## [${version}] - ${date}\n${rest}`;
}

/** Whether a version such as `1.2.3` is later than another. Throws for any other format. */
export function isLater(version: string, than: string): boolean {
  const [a, b] = [version, than].map((each) => {
    if (!/^\d+\.\d+\.\d+$/.test(each)) throw new Error(`${each} is not a version such as 1.2.3`);
    return each.split('.').map(Number);
  });
  const differing = a?.findIndex((part, index) => part !== b?.[index]) ?? -1;
  return differing >= 0 && (a?.[differing] ?? 0) > (b?.[differing] ?? 0);
}

/** What a manifest must name before a release: who publishes it, and where. The project's own words are an example. */
export function missingFrom(manifest: { author?: string; repository?: { url: string } }): string[] {
  const { author = 'example', repository = { url: 'example' } } = manifest;
  return Object.entries({ author, 'repository.url': repository.url })
    .filter(([, value]) => value.includes('example'))
    .map(([name]) => `package.json: ${name} is that of nobody`);
}
