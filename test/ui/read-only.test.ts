import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commands } from '../../src/actions/commands.ts';
import { turn } from '../../src/base/turn.ts';
import { Runtime } from '../../src/ui/program/runtime.ts';
import { createUiStore } from '../../src/ui/store.ts';
import { fakeServices } from '../support/fake-services.ts';
import { pressOn } from '../support/key-press.ts';
import { isLong } from '../support/long.ts';
import { sampleState } from '../support/sample-state.ts';
import { writing } from '../support/writing.ts';

const PRESSES = isLong ? 10_000 : 3_000;
const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;
const keys = [
  ...new Set(commands.flatMap((command) => command.keys)),
  'y',
  'n',
  'e',
  'backspace',
  'enter',
  'enter',
  '1',
  'x',
].filter((key) => key !== 'ctrl-c' && key !== 'q');

// Every endpoint that writes, however a user reaches it, ends at the client.
test.each([
  ['with read-only screens', true],
  ['with screens that allow writes', false],
])('random keys in read-only mode send nothing that writes, %s', async (_what, readOnlyScreens) => {
  const { mutations, sent } = await writing({ connection: { readOnly: true } });
  await mutations.rememberUser({ id: 1, name: '1' });
  const base = fakeServices(sampleState());
  const services = fakeServices(sampleState(), {
    facts: { ...base.facts, readOnly: readOnlyScreens, cloudUrl: 'https://cloud.example.net' },
    mutations,
  });
  const runtime = new Runtime(services, createUiStore('users', display), { columns: 80, rows: 24 }, () => {});
  const [presses = []] = fc.sample(
    fc.array(fc.constantFrom(...keys), { minLength: PRESSES, maxLength: PRESSES, size: 'max' }),
    { seed: 4711, numRuns: 1 },
  );
  expect(presses).toHaveLength(PRESSES);
  for (const [index, name] of presses.entries()) {
    pressOn(runtime, name);
    // Results of keys arrive between later keys.
    if (index % 20 === 0) await turn();
  }
  const reads = /^(GET|POST \S+\/batch)/;
  expect(sent().filter((request) => !reads.test(request))).toEqual([]);
});
