import type { ScreenName } from '../../../src/actions/screen-table.ts';
import { listedStreams } from '../../../src/cluster/copies.ts';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { createHistoryReader } from '../../../src/history/reader.ts';
import { defaultRetention } from '../../../src/history/retention.ts';
import { HistoryWriter } from '../../../src/history/writer.ts';
import { storedMoment } from '../../../src/session/past/stored-moment.ts';
import type { ScenarioName } from '../../../src/simulator/scenarios.ts';
import { createTriage, type TriageState } from '../../../src/triage/engine.ts';
import { mergeThresholds } from '../../../src/triage/thresholds.ts';
import { openTestHistory } from '../../history/rig.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { UiDriver } from '../../support/ui-driver.ts';
import { feed } from '../../triage/feed.ts';

const SIZE = { columns: 160, rows: 50 };
/** Screens that show the cluster. The others show what the user chose or asked for. */
export const watchedScreens = [
  'overview',
  'servers',
  'streams',
  'applications',
  'journal',
  'problems',
] as const satisfies readonly ScreenName[];
const EVERY_MS = 5_000;

/** A row of a screen that was not the same. */
export interface Difference {
  readonly scenario: ScenarioName;
  readonly second: number;
  readonly screen: ScreenName;
  readonly live: string;
  readonly past: string;
  readonly cells: number;
}

export interface Comparison {
  readonly frames: number;
  readonly cells: number;
  readonly differences: readonly Difference[];
}

function draw(screen: ScreenName, state: ClusterState, triage: TriageState, now: number): string[] {
  const services = fakeServices(state, { clock: new ManualClock(now) });
  const { value } = state.streamSweep;
  const { streams } = listedStreams(state);
  // The lists that a screen asks for are not stored, nor are copies of streams: both show the streams of the sweeps.
  const swept = {
    ...state,
    streamSweep: {
      ...state.streamSweep,
      value: value && { ...value, items: streams, totalItems: streams.size },
    },
    streams: { ...state.streams, value: undefined },
    applications: { ...state.applications, value: undefined },
  };
  services.show(swept, triage);
  const hands = new UiDriver({ ...services, clock: new ManualClock(now) }, SIZE, screen);
  // Header and footer say whether it is the past.
  const rows = hands.screen.split('\n').slice(3, -1);
  hands.runtime.stop();
  return rows;
}

/** The frames of a scenario at these seconds, live and from the history on disk. */
export async function compareFrames(scenario: ScenarioName, seconds: readonly number[]): Promise<Comparison> {
  const rig = feed(scenario, 1, EVERY_MS, { servers: 8, streams: 40 });
  const thresholds = mergeThresholds();
  const triage = createTriage({ thresholds });
  const db = await openTestHistory();
  const clock = new ManualClock(rig.now());
  const writer = new HistoryWriter(db, { clock, retention: defaultRetention });
  const live = new Map<number, { readonly at: number; readonly frames: Map<ScreenName, string[]> }>();
  let last: ClusterState | undefined;
  for (;;) {
    const { state, now, elapsed } = rig.next();
    const verdict = triage.step(state, now);
    last = state;
    writer.take(state, verdict);
    const second = elapsed / 1_000;
    if (seconds.includes(second)) {
      const frames = new Map(
        watchedScreens.map((screen) => [screen as ScreenName, draw(screen, state, verdict, now)]),
      );
      live.set(second, { at: now, frames });
    }
    await clock.advance(EVERY_MS);
    if (second >= Math.max(...seconds) + 60) break;
  }
  const reader = createHistoryReader(db);
  const differences: Difference[] = [];
  let cells = 0;
  for (const [second, { at, frames }] of live) {
    const then = await storedMoment(reader, last, thresholds, at);
    if (!then) throw new Error(`nothing is known of second ${second}`);
    for (const [screen, before] of frames) {
      const after = draw(screen, then.state, { ...triage.state(), ...then.triage }, at);
      before.forEach((row, index) => {
        const other = after[index] ?? '';
        const own = [...row];
        const others = [...other];
        const wrong = own.filter((cell, x) => cell !== others[x]).length;
        cells += own.length;
        if (wrong > 0) differences.push({ scenario, second, screen, live: row, past: other, cells: wrong });
      });
    }
  }
  await writer.close();
  return { frames: live.size * watchedScreens.length, cells, differences };
}
