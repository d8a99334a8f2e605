import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { packageFolders } from './notices.ts';
import { root } from './options.ts';

/**
 * What castwatch contains, as CycloneDX 1.6 (JSON): every package in the bundles, which `npm audit` does not see, and Node
 * with its own parts where it is in the file.
 */
export function billOfMaterials(metafiles: readonly Metafile[], node?: NodeJS.ProcessVersions): string {
  const { version, license } = readPackage('');
  const libraries = packageFolders(metafiles).map((folder) => componentOf(readPackage(folder)));
  const components = new Map(libraries.map((component) => [component['bom-ref'], component]));
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { ...componentOf({ name: 'castwatch', version, license }), type: 'application' },
    },
    components: [
      ...[...components.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
      ...(node ? [nodeComponent(node)] : []),
    ],
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

/** Node with its libraries; the numbers of its interfaces are none. Its license file has theirs, too. */
function nodeComponent({ node, modules: _, napi: __, ...libraries }: NodeJS.ProcessVersions) {
  return {
    ...componentOf({ name: 'node', version: node, license: 'MIT' }, 'generic'),
    type: 'platform',
    components: Object.entries(libraries).map(([name, version]) => ({
      type: 'library',
      'bom-ref': `pkg:generic/node@${node}#${name}`,
      name,
      version,
    })),
  };
}

interface Package {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
}

function readPackage(folder: string): Package {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

function componentOf({ name, version, license }: Package, kind: 'npm' | 'generic' = 'npm') {
  const purl = `pkg:${kind}/${name.replace('@', '%40')}@${version}`;
  return { type: 'library', 'bom-ref': purl, name, version, licenses: [{ expression: license }], purl };
}
