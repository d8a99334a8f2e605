import { expect, test } from 'vitest';
import type { ServerRecord } from '../../../../src/cluster/state.ts';
import type { OverviewSlice } from '../../../../src/ui/screens/overview/slice.ts';
import { fakeServices } from '../../../support/fake-services.ts';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';
import { UiDriver } from '../../../support/ui-driver.ts';

const { servers: all } = sampleState();
const [first, second] = all as [ServerRecord, ServerRecord];

function start(records: readonly ServerRecord[]) {
  const services = fakeServices({ ...sampleState(), servers: records });
  const hands = new UiDriver(services, { columns: 200, rows: 50 }, 'overview');
  hands.runtime.start();
  const show = (next: readonly ServerRecord[]) => {
    services.show({ ...sampleState(), servers: next });
    hands.runtime.draw();
  };
  const row = (name: string) =>
    hands.screen
      .split('\n')
      .find((line) => line.includes(` ${name} `))
      ?.split('│')[1]
      ?.trim() ?? '';
  const slice = () => hands.runtime.ui.getState().slices.overview as OverviewSlice | undefined;
  return { hands, services, show, row, slice };
}

test('a server that is gone is shown with its name, its group, and since when', () => {
  const gone = { ...first, goneSince: sampleNow - 125_000 };
  const { row } = start([gone, second]);
  expect(row(first.name)).toMatch(new RegExp(`^${first.name} +★? *${first.server.groupName} +GONE 2m 05s$`));
  expect(row(second.name)).toMatch(/%.*%.*%/);
});

test('a selected server that is no longer known is not confused with the one in its place', () => {
  const { hands, services, show, slice } = start(all);
  hands.press('j', 'j');
  const chosen = slice()?.servers.selectedId;
  show(all.filter(({ name }) => name !== chosen));
  hands.press('y', 'enter');
  expect(services.copied).toEqual([]);
  expect(hands.runtime.ui.getState().screen).toBe('overview');
  hands.press('j', 'enter');
  expect(hands.runtime.ui.getState().screen).toBe('servers');
});
