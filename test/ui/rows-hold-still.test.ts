import { expect, test } from 'vitest';
import type { ScreenName } from '../../src/actions/screen-table.ts';
import { ShownOrders } from '../../src/views/lists/steady-order.ts';
import { judgedServices } from '../support/judged-services.ts';
import { watchLive } from '../support/live.ts';
import type { SceneOptions } from '../support/scene.ts';
import { UiDriver } from '../support/ui-driver.ts';

const POLLS = 20;
const POLL_MS = 2_000;

/** The lists of these screens over twenty polls each, one screen after the other. */
async function movedRows({ scenario, seed, after }: SceneOptions, screens: readonly ScreenName[]) {
  const live = await watchLive(scenario, seed);
  const orders = new ShownOrders(() => live.clock.monotonic());
  const services = { ...judgedServices(live), orders };
  await live.run(after);
  /** The first rows of a list that changed places with a poll, among those that stay in it. */
  const moved: { pane: string; rows: string }[] = [];
  const lists = new Set<string>();
  for (const screen of screens) {
    const { runtime } = new UiDriver(services, { columns: 120, rows: 40 }, screen);
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
        if (at >= 0) moved.push({ pane, rows: `${stayed.slice(at, at + 3)} → ${now.slice(at, at + 3)}` });
        shown.set(pane, rows);
        if (rows.length > 1) lists.add(pane);
      }
    }
    runtime.stop();
  }
  await live.close();
  return { moved, lists };
}

test.each([
  ['steady', 60_000, ['overview.servers', 'servers.list', 'streams.all', 'applications.all']],
  ['incident', 200_000, ['streams.worst', 'problems.standing', 'servers.list']],
] as const)(
  'in twenty polls of %s few rows change their places, each after ten seconds out of order',
  async (scenario, after, panes) => {
    const screens = panes.map((pane) => pane.split('.')[0] as ScreenName);
    const { moved, lists } = await movedRows({ scenario, seed: 1, after }, screens);
    expect([...lists]).toEqual(expect.arrayContaining([...panes]));
    // Of forty seconds, so each row can move three times; most have no reason to.
    for (const [pane, moves] of Map.groupBy(moved, ({ pane }) => pane))
      expect(moves.length, `${pane}: ${moves.map(({ rows }) => rows).join('; ')}`).toBeLessThanOrEqual(4);
  },
);
