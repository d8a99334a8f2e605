import { expect, test } from 'vitest';
import { noInterest } from '../../../src/polling/monitor.ts';
import { recordInto } from '../../../src/recording/entry.ts';
import { createRingTape } from '../../../src/recording/ring-tape.ts';
import { openStillSession } from '../../../src/session/cluster-session.ts';
import { createPast } from '../../../src/session/past/past.ts';
import { type ScenarioName, scenarioNames } from '../../../src/simulator/scenarios.ts';
import { journalReach } from '../../../src/triage/memory/journal.ts';
import { mergeThresholds } from '../../../src/triage/thresholds.ts';
import { watching } from '../../bench/inside/accelerated.ts';
import { plainTarget } from '../../support/hostile-stack.ts';
import { isLong } from '../../support/long.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { startSimulator } from '../../world/start.ts';
import { draw, watchedScreens } from './same-frames.ts';

/** The moment that is looked at, and how long after it. The last part lets the answers of a second arrive. */
const MOMENT_S = 70;
const ARRIVED_MS = 300;
const LATER_S = 30;

/** Parts of screens that differ, and why. */
const known: readonly { readonly is: RegExp; readonly why: string }[] = [
  { is: /\d+ pending: /, why: 'what may become a problem is not kept' },
  {
    is: /─ Journal ─.* entries ─/,
    why: 'the number of all entries is that of the oldest page that is read again',
  },
  {
    is: /^│ (What changed|Around then) |││ \d\d:\d\d:\d\d /,
    why: 'the clock of the servers is known better later, which decides about an entry at the edge of the searched time',
  },
];

/** Rows of live frames that are others when the same moment is shown from memory. */
async function compare(scenario: ScenarioName) {
  const clock = new ManualClock();
  const simulator = await startSimulator({ scenario, servers: 8, streams: 40, clock });
  const ring = createRingTape(clock);
  const program = watching(simulator, clock, {
    ...recordInto(ring),
    journalReach: journalReach(mergeThresholds()),
    random: () => 0.5,
  });
  const { store, triage } = program;
  const past = createPast({
    ring,
    clock,
    cluster: store,
    triage,
    history: () => undefined,
    open: (transport, time) => openStillSession(plainTarget, transport, time),
  });
  program.monitor.start();
  for (let second = 0; second < MOMENT_S; second++) await program.step(1_000);
  await program.step(ARRIVED_MS);
  const at = clock.now();
  const live = watchedScreens.map((screen) => draw(screen, store.getState(), triage.getState(), at));
  for (let second = 0; second < LATER_S; second++) await program.step(1_000);
  const then = await past.at(at, noInterest);
  const now = { ...triage.getState(), ...then.triage };
  const differences = watchedScreens.flatMap((screen, index) => {
    const rows = draw(screen, then.state, now, at);
    return (live[index] ?? []).flatMap((row, y) =>
      row === rows[y] ? [] : [{ screen, live: row, past: rows[y] ?? '' }],
    );
  });
  past.close();
  await program.close();
  await simulator.close();
  await ring.close();
  return { frames: live.length, differences };
}

test.each(isLong ? scenarioNames : (['steady', 'incident', 'origin-crash'] as const))(
  '%s looks the same from memory as it did live, but for what is known',
  async (scenario) => {
    const { frames, differences } = await compare(scenario);
    expect(frames).toBe(watchedScreens.length);
    expect(differences.filter(({ live }) => !known.some(({ is }) => is.test(live)))).toEqual([]);
  },
);
