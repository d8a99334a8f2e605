import { expect, test } from 'vitest';
import type { ManagementApi } from '../../../src/http/management.ts';
import { askAll } from '../../../src/session/capture/capture.ts';

/** What is asked of a server that has one stream and one application; lists of these names fail. */
async function asked(...failing: readonly string[]) {
  const calls: string[] = [];
  const answer = async (name: string, of: unknown) => {
    calls.push(Array.isArray(of) ? `${name} ${of}` : name);
    if (failing.includes(name)) throw new Error('no');
    return { value: { list: [{ id: `first of ${name}`, name: 'live' }] } };
  };
  const get = (_: object, name: string) => (of: unknown) => answer(name, of);
  await askAll(new Proxy({}, { get }) as ManagementApi);
  return calls;
}

test('every list is asked for, and then the first stream and application of them; one that fails ends nothing', async () => {
  const calls = await asked();
  expect(calls.slice(0, 5)).toEqual(['dashboard', 'topology', 'journal', 'streams', 'applications']);
  expect(calls).toContain('streamBatch first of streams');
  expect(calls).toHaveLength(7);
  expect(await asked('streams')).toHaveLength(6);
  expect(await asked('streams', 'applications', 'dashboard')).toHaveLength(5);
});
