import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { packageFolders } from './notices.ts';
import { root } from './options.ts';

/** What castwatch contains, as CycloneDX 1.6 (JSON): every package in the bundles, which `npm audit` does not see. */
export function billOfMaterials(metafiles: readonly Metafile[]): string {
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
    components: [...components.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
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

function componentOf({ name, version, license }: Package) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type: 'library', 'bom-ref': purl, name, version, licenses: [{ expression: license }], purl };
}
