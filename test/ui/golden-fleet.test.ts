import { resolve } from 'node:path';
import { test } from 'vitest';
import type { Size } from '../../src/ui/program/layout.ts';
import { fakeFleet, fleetMember, silentState, troubled } from '../support/fleet-members.ts';
import { expectGolden } from '../support/golden-file.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { sampleNow } from '../support/sample-state.ts';
import { UiDriver } from '../support/ui-driver.ts';
import { bodyColours, pictureText, windowSizes } from './golden.ts';

const since = sampleNow - 95_000;
const hot = (seconds: number) =>
  troubled(sampleProblem({ severity: 'critical', since: since + seconds * 1_000 }));

/** Clusters of which each is in another state. */
const members = [
  fleetMember('ap-south'),
  fleetMember('eu-central', {
    triage: troubled(sampleProblem({ severity: 'warning', since: since - 600_000 })),
  }),
  fleetMember('eu-west', { triage: hot(0), production: true }),
  fleetMember('sa-east', { state: silentState() }),
  fleetMember('us-east', { triage: hot(20) }),
  fleetMember('us-west', {
    paused: 'paused: it sent 80 MB within a minute, more than 64 MB; Enter or r goes on',
  }),
];

const opened = (size: Size) => {
  const hands = new UiDriver(fakeFleet(members), size, 'fleet');
  hands.runtime.start();
  return hands;
};
const expectPicture = (name: string, hands: UiDriver) =>
  expectGolden(
    resolve(import.meta.dirname, `golden/fleet-${name}.txt`),
    pictureText(hands.screen.split('\n')),
  );

test.each(windowSizes)('all clusters at $columns×$rows', async (size) => {
  const name = `clusters-${size.columns}x${size.rows}`;
  const hands = opened(size);
  expectPicture(name, hands);
  const file = resolve(import.meta.dirname, `golden/fleet-${name}.ansi`);
  if (size.columns === 120) expectGolden(file, await bodyColours(hands, size));
});

test.each([
  ['2', 'problems'],
  ['5', 'journal'],
  ['4', 'streams'],
])('%s leads to the %s of all clusters', (key, screen) => {
  expectPicture(`${screen}-80x24`, opened({ columns: 80, rows: 24 }).press(key));
});
