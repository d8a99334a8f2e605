import { expect, test } from 'vitest';
import type { ManagementApi } from '../../../src/http/management.ts';
import { askAll } from '../../../src/session/capture/capture.ts';

/** What is asked of a server that has one stream and one application; lists of these names fail. */
async function asked(...failing: readonly string[]) {
  const calls: string[] = [];
  const api = new Proxy(
    {},
    {
      get:
        (_, name: string) =>
        async (...args: unknown[]) => {
          calls.push(Array.isArray(args[0]) ? `${name} ${args[0]}` : name);
          if (failing.includes(name)) throw new Error('no');
          return { value: { list: [{ id: `first of ${name}`, name: 'live' }] } };
        },
    },
  );
  await askAll(api as ManagementApi);
  return calls;
}

test('every list is asked for, and then the first stream and application of them', async () => {
  const calls = await asked();
  expect(calls.slice(0, 5)).toEqual(['dashboard', 'topology', 'journal', 'streams', 'applications']);
  expect(calls).toContain('streamBatch first of streams');
  expect(calls).toHaveLength(7);
});

test('a list that fails ends nothing', async () => {
  expect(await asked('streams')).toHaveLength(6);
  expect(await asked('streams', 'applications', 'dashboard')).toHaveLength(5);
});
