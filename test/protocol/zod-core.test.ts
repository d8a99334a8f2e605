import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { z as whole } from 'zod';
import { z } from '../../src/protocol/zod-core.ts';

const src = resolve(import.meta.dirname, '../../src');

test('the bundle has every part of zod that the sources use', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const used = files.flatMap((name) =>
    [...readFileSync(join(src, name), 'utf8').matchAll(/\bz\.(\w+)\b(?!<)/g)].map(
      ([, member = '']) => member,
    ),
  );
  const values = [...new Set(used)].filter((member) => Reflect.get(whole, member) !== undefined);
  expect(values).toContain('object');
  // `core` is types only.
  expect(values.filter((member) => member !== 'core' && !(member in z))).toEqual([]);
});
