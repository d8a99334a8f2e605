import { expect, test } from 'vitest';
import { freshnessSigns } from '../../../src/ui/chrome/chrome.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

test('the sign tells the oldest age where there is room for only one', () => {
  const state = sampleState();
  const dashboard = { ...state.dashboard, updatedAt: sampleNow - 40_000 };
  const topology = { ...state.topology, updatedAt: sampleNow - 300_000 };
  const signs = freshnessSigns({ ...state, dashboard, topology }, sampleNow);
  const [names, short, summary] = signs.map((line) => line.map(({ text }) => text.trim()).filter(Boolean));
  expect(names).toEqual(['dashboard STALE 40s', 'topology STALE 5m 00s']);
  expect(short).toEqual(['dash STALE 40s', 'topo STALE 5m 00s']);
  expect(summary).toEqual(['2 STALE 5m 00s']);
});
