interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly repository: { readonly url: string };
}

/** The address of the project for browsers. */
export function homepageOf({ repository }: Pick<Manifest, 'repository'>): string {
  return repository.url.replace(/^git\+|\.git$/g, '');
}

/** The formula for Homebrew, by the sums of the archives with executables: `linux-x64`, `darwin-arm64`, … */
export function formula(manifest: Manifest, sums: ReadonlyMap<string, string>): string {
  const { version, description, license } = manifest;
  const home = homepageOf(manifest);
  const archive = (system: string, [word, arch]: readonly [word: string, arch: string]) => {
    const sum = sums.get(`${system}-${arch}`);
    if (sum === undefined) return '';
    return `    on_${word} do
      url "${home}/releases/download/v${version}/castwatch-${version}-${system}-${arch}.tar.gz"
      sha256 "${sum}"
    end
`;
  };
  const systems = [
    ['macos', 'darwin'],
    ['linux', 'linux'],
  ].map(([word, system = '']) => {
    const archives = archive(system, ['arm', 'arm64']) + archive(system, ['intel', 'x64']);
    return archives === '' ? '' : `\n  on_${word} do\n${archives}  end\n`;
  });
  return `class Castwatch < Formula
  desc "${description}"
  homepage "${home}"
  version "${version}"
  license "${license}"
${systems.join('')}
  def install
    bin.install "castwatch"
    man1.install "castwatch.1"
    doc.install "THIRD-PARTY-NOTICES", "castwatch.cdx.json"
    generate_completions_from_executable(bin/"castwatch", "completion")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/castwatch --version")
  end
end
`;
}
