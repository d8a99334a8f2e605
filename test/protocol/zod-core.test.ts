import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { z as whole } from 'zod';
import { read } from '../../src/protocol/read.ts';
import { REFUSED, takeOf } from '../../src/protocol/take.ts';
import { z } from '../../src/protocol/zod-core.ts';

const src = resolve(import.meta.dirname, '../../src');
const asked: string[] = [];

beforeAll(() => {
  // As the bundler has it.
  const require = createRequire(join(src, 'protocol/zod-core.ts'));
  vi.stubGlobal('require', (path: string) => {
    asked.push(path);
    return require(path);
  });
});

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
  const members = createRequire(join(src, 'protocol/zod-core.ts'))('./zod-members.ts');
  // `core` is types only.
  expect(values.filter((member) => member !== 'core' && !(member in members))).toEqual([]);
});

/** One schema with every step that responses are read by, written with either zod. */
function answer(zod: typeof z) {
  const part = zod.object({ name: zod.string(), on: zod.boolean().nullish() });
  return zod
    .object({ id: zod.number(), parts: zod.array(part).nullable(), more: zod.unknown() })
    .extend({ note: zod.string().optional() });
}

test('what fits is taken without zod being loaded', () => {
  expect(takeOf(answer(z))({ id: 1, parts: [{ name: 'a', on: null, x: 1 }], note: 'n' })).toEqual({
    id: 1,
    parts: [{ name: 'a', on: null }],
    note: 'n',
  });
  expect(takeOf(answer(z))({ id: 'one', parts: null })).toBe(REFUSED);
  expect(asked).toEqual([]);
});

test('what does not fit is told by zod itself, in its words', () => {
  for (const json of [
    { id: 'one', parts: null },
    { id: 1, parts: [{ name: 2 }] },
    { id: 1, parts: null, note: 3 },
  ]) {
    const said = answer(whole).safeParse(json).error?.issues[0]?.message;
    expect(said).toBeTypeOf('string');
    expect(() => read(answer(z), json)).toThrow(said);
  }
});

test('a schema of every other kind is what zod makes of it', () => {
  const of = (zod: typeof z) =>
    zod
      .record(
        zod.string().regex(/^\w+$/, 'a word'),
        zod.union([zod.number().int().min(2), zod.enum(['on', 'off'])]),
      )
      .refine((value) => Object.keys(value).length < 3, 'too many')
      .transform((value) => Object.keys(value));
  for (const json of [{ a: 2, b: 'on' }, { a: 1 }, { 'a b': 2 }, { a: 2, b: 2, c: 2 }, 7, {}]) {
    expect(of(z).safeParse(json)).toEqual(of(whole).safeParse(json));
  }
  expect(z.iso.datetime().safeParse('yesterday').success).toBe(false);
  expect(z.NEVER).toBe(whole.NEVER);
});
