import { expect, test } from 'vitest';
import { namesIn } from '../../src/triage/evidence.ts';
import { beganInJournal } from '../../src/triage/journal-beginning.ts';
import { type Said, START, saying } from './support.ts';

const NOTICED = START + 100_000;
const began = (...lines: readonly Said[]) =>
  (beganInJournal(saying(lines), ['edge-1'], NOTICED, 60_000) - START) / 1_000;

test('a fault begins where the journal first mentions trouble with the object or its restart', () => {
  const [lost, restarted] = ['Uplink lost', 'Server restarted, version 4'];
  expect(began([70, 'Server: edge-1', lost], [80, 'Server: edge-1', lost])).toBe(70);
  expect(began([75, 'Server: edge-1', restarted])).toBe(75);
  expect(began([75, 'Server: edge-2', lost])).toBe(100);
  expect(began([75, 'Server: edge-1', 'Viewer connected: 1f3'])).toBe(100);
  expect(began([75, 'Server: edge-1', 'Configuration reloaded by admin'])).toBe(100);
  expect(began()).toBe(100);
});

test('only entries of the time before count', () => {
  const lost = 'Uplink lost';
  expect(began([40, 'Server: edge-1', lost])).toBe(40);
  expect(began([39, 'Server: edge-1', lost])).toBe(100);
  expect(began([100, 'Server: edge-1', lost], [110, 'Server: edge-1', lost])).toBe(100);
});

test('the first line of the journal counts too, and a gap is no line', () => {
  const state = saying([[70, 'Server: edge-1', 'Uplink lost']]);
  const { journal: log } = state;
  const items = [...log.items, { kind: 'gap', key: 'g', missing: 5, at: START + 80_000 } as const];
  expect(beganInJournal({ ...state, journal: { ...log, items } }, ['edge-1'], NOTICED, 60_000)).toBe(
    START + 70_000,
  );
  expect(beganInJournal({ ...state, clockSkew: 5_000 }, ['edge-1'], NOTICED, 60_000)).toBe(START + 65_000);
});

test('the journal names objects by their names, and the cluster by none', () => {
  expect(namesIn({ kind: 'server', name: 'edge-1' })).toEqual(['edge-1']);
  expect(namesIn({ kind: 'stream', id: '1', streamKey: 'news' })).toEqual(['news']);
  expect(namesIn({ kind: 'cluster' })).toEqual([]);
});
