import { resolve } from 'node:path';
import { test } from 'vitest';
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

test.each(windowSizes)('all clusters at $columns×$rows', async (size) => {
  const hands = new UiDriver(fakeFleet(members), size, 'fleet');
  hands.runtime.start();
  const at = `${size.columns}x${size.rows}`;
  const file = resolve(import.meta.dirname, `golden/fleet-clusters-${at}`);
  expectGolden(`${file}.txt`, pictureText(hands.screen.split('\n')));
  if (size.columns === 120) expectGolden(`${file}.ansi`, await bodyColours(hands, size));
});

test('problems, journal and streams of all clusters', () => {
  const hands = new UiDriver(fakeFleet(members), { columns: 80, rows: 24 }, 'fleet');
  hands.runtime.start();
  const expectScreen = (key: string, screen: string) =>
    expectGolden(
      resolve(import.meta.dirname, `golden/fleet-${screen}-80x24.txt`),
      pictureText(hands.press(key).screen.split('\n')),
    );
  expectScreen('2', 'problems');
  expectScreen('5', 'journal');
  expectScreen('4', 'streams');
});
