import type { ScreenName } from '../../src/actions/screen-table.ts';
import type { Past } from '../../src/actions/time-travel.ts';
import type { Readable } from '../../src/base/readable.ts';
import type { ClusterState } from '../../src/cluster/state.ts';
import { timeMarks } from '../../src/session/past/past.ts';
import type { ScenarioName } from '../../src/simulator/scenarios.ts';
import type { TriageState } from '../../src/triage/engine.ts';
import type { Size } from '../../src/ui/program/layout.ts';
import { Runtime } from '../../src/ui/program/runtime.ts';
import { createUiStore } from '../../src/ui/store.ts';
import { Screen } from '../../src/ui/terminal/screen-writer.ts';
import type { Depth } from '../../src/ui/theme/color.ts';
import { resolveTheme } from '../../src/ui/theme/resolve.ts';
import type { Display } from '../../src/ui/view.ts';
import { FakeOutput } from './fake-output.ts';
import { fakePast } from './fake-past.ts';
import { type Headless, headless } from './headless.ts';
import { judgedServices } from './judged-services.ts';
import { pressOn } from './key-press.ts';
import { watchLive } from './live.ts';
import { fixedMemory, plainMutations } from './plain-mutations.ts';

export interface SceneOptions {
  readonly scenario: ScenarioName;
  readonly seed: number;
  /** A drawn incident, in place of scenario and seed. */
  readonly incident?: number;
  /** Time of the cluster before the first picture, ms. */
  readonly after: number;
  /** Users that this installation knows. */
  readonly users?: readonly { readonly id: number; readonly name: string }[];
}

export interface ShotOptions {
  readonly screen: ScreenName;
  readonly size: Size;
  /** Keys that are pressed on the screen first. */
  readonly keys?: readonly string[];
  readonly theme?: string;
  readonly depth?: Depth;
  readonly ascii?: boolean;
  /** Time of the cluster for the answers that the screen requests, ms; default 4,000. */
  readonly settle?: number;
  /** The state that the screen shows in place of the cluster's. */
  readonly seen?: (state: ClusterState, now: number) => ClusterState;
}

/**
 * A seeded cluster watched through the real stack in accelerated time, and pictures of its screens: real frames
 * through the screen writer into a headless terminal. The same options give the same cells.
 */
export async function openScene({ scenario, seed, incident, after, users = [] }: SceneOptions) {
  const live = await watchLive(scenario, seed, incident === undefined ? {} : { incident });
  const { clock, store } = live;
  const started = clock.now();
  const judged = judgedServices(live);
  const { triage } = judged;
  const own = { memory: fixedMemory(users), cluster: scenario, clock };
  const mutations = plainMutations(live.connection, own);
  await live.run(after);

  return {
    live,
    async shoot(options: ShotOptions): Promise<Headless> {
      const { size, ascii = false, seen = same } = options;
      const { settle = 4_000 } = options;
      const display: Display = { units: 'bits', times: 'relative', ascii, lowBandwidth: false };
      const services = {
        ...judged,
        cluster: { ...store, getState: () => seen(store.getState(), clock.now()) },
        session: { ...judged.session, mutations, past: pastOf(triage, started) },
        facts: { ...judged.facts, demo: true, cloudUrl: 'https://cloud.example.net' },
      };
      const runtime = new Runtime(services, createUiStore(options.screen, display), size, () => {});
      runtime.start();
      // The screen requests its data, and the answers belong to the picture.
      await live.run(settle);
      for (const key of options.keys ?? []) {
        pressOn(runtime, key);
        await live.run(1_000);
      }
      runtime.resize(size);
      return pictureOf(runtime, options);
    },
    close: live.close,
  };
}

/** What a terminal shows of the program now. The program ends. */
export async function pictureOf(
  runtime: Runtime,
  look: Pick<ShotOptions, 'size' | 'theme' | 'depth' | 'ascii'>,
): Promise<Headless> {
  const { size, theme = 'dark', depth = 'truecolor', ascii = false } = look;
  const terminal = headless(size.columns, size.rows);
  const output = new FakeOutput(size.columns, size.rows);
  const screen = new Screen({
    output,
    theme: resolveTheme(theme, depth),
    clock: runtime.services.clock,
    charset: ascii ? 'ascii' : 'unicode',
  });
  for (const pane of runtime.panes()) screen.setSurface(pane.id, pane.rect, pane.lines, pane.layer);
  screen.flush();
  await terminal.write(output.take());
  runtime.stop();
  screen.destroy();
  return terminal;
}

const same = (state: ClusterState) => state;

/** The time line of a session that began at `started`, Unix ms. No picture goes back in time. */
function pastOf(triage: Readable<TriageState>, started: number): Past {
  const marks = () => {
    const { problems, cleared } = triage.getState();
    return [...problems, ...cleared].flatMap((problem) =>
      timeMarks(problem, problem.since.at, { until: problem.clearedAt }),
    );
  };
  return fakePast({
    from: started,
    at: () => Promise.reject(new Error('A scene shows the present.')),
    marks: (from, to) => marks().filter(({ at }) => at > from && at <= to),
  });
}
