import { expect, test } from 'vitest';
import type { Application } from '../../../src/protocol/application.ts';
import { LinkMemory } from '../../../src/triage/memory/links.ts';
import { application, bench, START, sweptApplications } from '../support.ts';

const MINUTE = 60_000;
const KEEP = 10 * MINUTE;
const empty = bench().state();
const link = (more: object = {}) => ({
  clusterConnectionData: { startDate: START, packetReceived: 7, packetSend: 7, ...more },
});

/** A memory that reads sweeps a minute apart. */
function reading() {
  const memory = new LinkMemory();
  let at = START;
  return {
    memory,
    read(applications: readonly Application[], clockSets: readonly number[] = [], truncated = false) {
      at += MINUTE;
      const { applicationSweep } = { ...empty, ...sweptApplications(applications)(at, 0) };
      const { value } = applicationSweep;
      const sweep = { ...applicationSweep, value: value && { ...value, truncated } };
      memory.observe({ ...empty, applicationSweep: sweep, clockSets }, KEEP);
      return [...memory.tracks.values()][0];
    },
  };
}
/** The track of a link after these polls, one after the other. */
function after(seen: readonly Partial<Application>[], clockSets: readonly number[] = []) {
  const { read } = reading();
  return seen.map((more) => read([application(more)], clockSets)).at(-1);
}

test.each([
  ['no packets', [link(), link(), link()], 2],
  ['a packet received', [link(), link(), link({ packetReceived: 8 })], 0],
  ['a packet sent', [link(), link(), link({ packetSend: 8 })], 0],
  ['unknown sent packets', [link({ packetSend: null }), link({ packetSend: null })], 1],
  ['unknown received packets', [link({ packetReceived: null }), link({ packetReceived: null })], 0],
  ['a new link', [link(), link({ startDate: START + 1 })], 0],
  ['no link', [{}, {}], 0],
])('polls without a packet are counted: %s', (_, seen, polls) => {
  expect(after(seen)?.stillPolls).toBe(polls);
});

test.each([
  ['starts later', [link(), link({ startDate: START + 1 })], 1],
  ['starts earlier', [link(), link({ startDate: START - 1 })], 0],
  ['is the first', [{}, link()], 0],
  ['does not say when it started', [link({ startDate: null }), link()], 0],
  ['starts later after a time without one', [link(), {}, link({ startDate: START + 1 })], 1],
])('a link that %s has the listed number of reconnects', (_, seen, times) => {
  expect(after(seen)?.reconnects).toHaveLength(times);
});

test("a start that moved with the server's clock is no reconnect", () => {
  const moved = [link(), link({ startDate: START + 3_600_000 })];
  expect(after(moved, [3_600_000])?.reconnects).toEqual([]);
  expect(after(moved, [1_800_000])?.reconnects).toHaveLength(1);
});

test('reconnects are kept for as long as they count', () => {
  const anew = link({ startDate: START + 1 });
  const quiet = (minutes: number) => after([link(), ...Array.from({ length: minutes + 1 }, () => anew)]);
  expect([quiet(9)?.reconnects.length, quiet(10)?.reconnects.length]).toEqual([1, 0]);
});

test('an application that is missing in a whole sweep is dropped; one that ended earlier gives nothing', () => {
  const { memory, read } = reading();
  const [one, two] = [application(), application({ name: 'vod' })];
  read([one, two]);
  read([one], [], true);
  expect(memory.tracks.size).toBe(2);
  read([one]);
  expect([...memory.tracks.values()].map(({ application: { name } }) => name)).toEqual(['live']);
});

test('at most five thousand applications are remembered', () => {
  const { memory, read } = reading();
  read(Array.from({ length: 5_001 }, (_, index) => application({ name: `a${index}` })));
  expect(memory.tracks.size).toBe(5_000);
});
