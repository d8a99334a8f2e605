import { expect, test } from 'vitest';
import type { ScreenName } from '../../src/actions/screen-table.ts';
import { createTriageStore } from '../../src/session/triage-store.ts';
import { createTriage } from '../../src/triage/engine.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { Runtime } from '../../src/ui/program/runtime.ts';
import { createUiStore } from '../../src/ui/store.ts';
import { ShownOrders } from '../../src/views/lists/steady-order.ts';
import { fakeServices } from '../support/fake-services.ts';
import { watchLive } from '../support/live.ts';
import type { SceneOptions } from '../support/scene.ts';

const POLLS = 20;
const POLL_MS = 2_000;
const size = { columns: 120, rows: 40 };

/** The first rows of a list that changed places with a poll, among those that stay in it. */
type Moved = {
  readonly screen: ScreenName;
  readonly pane: string;
  readonly poll: number;
  readonly rows: string;
};

/** The lists of these screens over twenty polls each, one screen after the other. */
async function movedRows(
  { scenario, seed, after }: SceneOptions,
  screens: readonly ScreenName[],
): Promise<{ readonly moved: readonly Moved[]; readonly lists: ReadonlySet<string> }> {
  const live = await watchLive(scenario, seed);
  const { clock, store, monitor } = live;
  const triage = createTriageStore(createTriage({ thresholds: mergeThresholds({}) }), clock);
  store.subscribe((state) => triage.step(state));
  await live.run(after);
  const orders = new ShownOrders(() => clock.monotonic());
  const moved: Moved[] = [];
  const lists = new Set<string>();
  for (const screen of screens) {
    const base = fakeServices(store.getState());
    const session = { ...base.session, monitor };
    const services = { ...base, clock, cluster: store, triage, session, orders };
    const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;
    const runtime = new Runtime(services, createUiStore(screen, display), size, () => {});
    runtime.start();
    await live.run(2 * POLL_MS);
    const shown = new Map<string, readonly string[]>();
    for (let poll = 0; poll < POLLS; poll++) {
      await live.run(POLL_MS);
      for (const { id: pane, list } of runtime.panes()) {
        if (!list) continue;
        const rows = list.ids.filter((id) => id !== undefined);
        const before = shown.get(pane) ?? rows;
        const stayed = before.filter((id) => rows.includes(id));
        const now = rows.filter((id) => before.includes(id));
        const at = stayed.findIndex((id, index) => id !== now[index]);
        if (at >= 0)
          moved.push({ screen, pane, poll, rows: `${stayed.slice(at, at + 3)} → ${now.slice(at, at + 3)}` });
        shown.set(pane, rows);
        if (rows.length > 1) lists.add(pane);
      }
    }
    runtime.stop();
  }
  await live.close();
  return { moved, lists };
}

/** Of forty seconds, so each row can move three times; most have no reason to. */
function expectFewMoves(moved: readonly Moved[]): void {
  for (const [pane, moves] of Map.groupBy(moved, ({ pane }) => pane))
    expect(moves.length, `${pane}: ${moves.map(({ rows }) => rows).join('; ')}`).toBeLessThanOrEqual(4);
}

test('in twenty polls of a calm cluster few rows change their places, each after ten seconds out of order', async () => {
  const { moved, lists } = await movedRows({ scenario: 'steady', seed: 1, after: 60_000 }, [
    'overview',
    'servers',
    'streams',
    'applications',
  ]);
  expectFewMoves(moved);
  expect([...lists]).toEqual(
    expect.arrayContaining(['overview.servers', 'servers.list', 'streams.all', 'applications.all']),
  );
});

test('rows hold as still in the middle of an incident while nothing new happens', async () => {
  const { moved, lists } = await movedRows({ scenario: 'incident', seed: 1, after: 200_000 }, [
    'streams',
    'problems',
    'servers',
  ]);
  expectFewMoves(moved);
  expect([...lists]).toEqual(expect.arrayContaining(['problems.standing', 'servers.list', 'streams.worst']));
});
