import { expect, test } from 'vitest';
import { billOfMaterials } from '../../src/build/bill-of-materials.ts';

test('the bill of materials has each bundled package once, and none that is not bundled', () => {
  const inputs = {
    'src/main.ts': {},
    'node_modules/undici/lib/core/util.js': {},
    'node_modules/undici/index.js': {},
    'node_modules/@fastify/jwt/jwt.js': {},
  };
  const metafile = { inputs, outputs: {} } as unknown as Parameters<typeof billOfMaterials>[0][number];
  const { bomFormat, components, metadata } = JSON.parse(billOfMaterials([metafile, metafile]));
  expect(bomFormat).toBe('CycloneDX');
  expect(metadata.component).toMatchObject({ type: 'application', name: 'castwatch' });
  expect(components.map(({ purl }: { purl: string }) => purl.replace(/@[^@]*$/, ''))).toEqual([
    'pkg:npm/%40fastify/jwt',
    'pkg:npm/undici',
  ]);
  expect(components[1]).toMatchObject({ type: 'library', licenses: [{ expression: 'MIT' }] });
  const { components: withNode } = JSON.parse(billOfMaterials([metafile], process.versions));
  const { node, openssl } = process.versions;
  expect(withNode.at(-1)).toMatchObject({ type: 'platform', name: 'node', version: node });
  expect(withNode.at(-1).components).toContainEqual(
    expect.objectContaining({ name: 'openssl', version: openssl }),
  );
});
