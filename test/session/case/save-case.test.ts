import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { turn } from '../../../src/base/turn.ts';
import { bareTarget } from '../../../src/cli/target/bare-target.ts';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { openClusterSession } from '../../../src/session/cluster-session.ts';
import { startSimulator } from '../../../src/simulator/start.ts';
import type { Problem } from '../../../src/triage/problem.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { firstIncident, playCase } from '../../support/play-case.ts';
import { TAPE_START } from '../../support/record-tape.ts';
import { tapeText } from '../../support/tape-text.ts';

const stateDir = mkdtempSync(join(tmpdir(), 'castwatch-case-'));
afterAll(() => rmSync(stateDir, { recursive: true, force: true }));
let state: ClusterState;
let said: readonly Problem[];
let path: string;

/** Two minutes of the incident, watched by a user; the case names one of its servers. */
beforeAll(async () => {
  const clock = new ManualClock(TAPE_START);
  const simulator = await startSimulator({ scenario: 'incident', clock, passive: true });
  const { url, username, password } = simulator;
  const session = openClusterSession({
    target: bareTarget('lab-of-meridian', url),
    clock,
    credentials: async () => ({ username, password }),
    random: () => 0.5,
    operator: { stateDir, env: {}, tell: () => {} },
  });
  session.monitor.start();
  while (clock.now() < TAPE_START + 130_000) {
    await clock.advance(100);
    for (let turns = 0; turns < 20; turns++) await turn();
  }
  state = session.store.getState();
  said = session.triage.getState().problems;
  const server = state.servers[0]?.name;
  path =
    (await session.saveCase?.(`The server ${server} of lab-of-meridian failed first, ask ${username}`)) ?? '';
  await session.close();
  await simulator.close();
}, 60_000);

test('the file is private, and its path is reported', () => {
  expect(dirname(path)).toBe(join(stateDir, 'cases'));
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('the file has no name of the cluster or its users, and no address', () => {
  const text = tapeText(readFileSync(path)).toLowerCase();
  const names = new Set([
    'lab-of-meridian',
    state.session.username ?? 'unknown user',
    new URL(state.url).host,
    ...state.servers.flatMap(({ name, server }) => [name, server.groupName, server.hostName]),
    ...state.servers.flatMap(({ server }) => (server.applications ?? []).map((one) => one.name)),
    ...[...(state.streamSweep.value?.items.values() ?? [])].flatMap((one) => [one.id, one.streamKey]),
  ]);
  // Alone, not within a longer word: an application may be called as a word of the API.
  const words = new Set(text.split(/["\s:,/]+/));
  const survivors = [...names].filter((name) => {
    const lower = name?.toLowerCase() ?? '';
    return /[a-z]/.test(lower) && (words.has(lower) || (/[^a-z]/.test(lower) && text.includes(lower)));
  });
  expect(survivors).toEqual([]);
});

test('a replay of the case finds the same incident', async () => {
  const { note, problems } = await playCase(path);
  expect(note.should).toMatch(/^The server \S+ of \S+ failed first, \S+ \S+$/);
  expect(note.said.map(({ kind }) => kind)).toEqual(said.map(({ kind }) => kind));
  const [before, after] = [firstIncident(said), firstIncident(problems)];
  expect(after).toMatchObject({ kind: before?.kind, severity: before?.severity });
  expect(after?.name).not.toBe(before?.name);
  expect(note.said.map(({ subject }) => subject.name)).toContain(after?.name);
});
