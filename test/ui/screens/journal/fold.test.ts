import { expect, test } from 'vitest';
import { createClusterStore } from '../../../../src/cluster/store.ts';
import { createMonitor } from '../../../../src/polling/create-monitor.ts';
import { Runtime } from '../../../../src/ui/program/runtime.ts';
import { createUiStore } from '../../../../src/ui/store.ts';
import { FakeApi } from '../../../support/fake-api.ts';
import { fakeServices } from '../../../support/fake-services.ts';
import { pressOn } from '../../../support/key-press.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { rowsOf } from '../../../support/screen-rows.ts';

const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;
const COLUMNS = 100;

/** The Journal screen over these messages, the oldest first. */
async function open(messages: readonly string[], height = 30) {
  const size = { columns: COLUMNS, rows: height };
  const clock = new ManualClock();
  const fake = new FakeApi(clock);
  const entry = (message: string, index: number) => ({
    id: index + 1,
    createDate: clock.now() - (messages.length - index) * 1_000,
    objectName: 'Stream: news',
    message,
  });
  fake.journal = messages.map(entry).reverse();
  const store = createClusterStore({ name: 'c', url: 'http://c' });
  const monitor = createMonitor({ api: fake.api, store, clock, random: () => 0.5, journalReach: 0 });
  const base = fakeServices(store.getState());
  const services = { ...base, clock, cluster: store, session: { ...base.session, monitor } };
  const runtime = new Runtime(services, createUiStore('journal', display), size, () => {});
  runtime.start();
  monitor.start();
  await clock.advance(2_500);
  return {
    press(...names: string[]) {
      for (const name of names) pressOn(runtime, name);
    },
    rows: () =>
      rowsOf(
        runtime.panes().filter(({ id }) => id === 'journal.log'),
        { x: 0, y: 3, width: size.columns, height: size.rows - 4 },
      ),
    /** A new entry, read with the next poll. */
    async write(message: string) {
      fake.journal = [{ ...entry(message, messages.length), id: 1_000 }, ...fake.journal];
      await clock.advance(2_500);
    },
  };
}

const viewers = Array.from({ length: 12 }, (_, index) => `Viewer connected: v_${index}a`);
/** A window whose log has fewer rows than these journals have lines. */
const SMALL = 16;

const mixed = [...viewers, 'Packet loss 3 % on ingest', 'Heartbeat answered in 3 ms', 'Limit changed to 40'];

test('routine entries are folded with their number and kinds; d unfolds and folds them', async () => {
  const { press, rows } = await open([...mixed, ...viewers, ...viewers], SMALL);
  const before = rows();
  const lines = before.filter((row) => /^│.*(?:routine|Packet|Limit|Heartbeat)/.test(row));
  expect(lines.map((line) => line.replace(/^│ | *│$/g, '').replace(/^\d\d:\d\d:\d\d/, ''))).toEqual([
    expect.stringContaining('Packet loss 3 % on ingest'),
    expect.stringContaining('Limit changed to 40'),
    '┄┄ 18 routine: 18 × Viewer connected ┄┄',
  ]);
  press(':routine');
  expect(rows().join('\n')).not.toContain('Packet loss');
  press(':routine');
  expect(rows()).toEqual(before);
});

test('while the view is held, new entries fold nothing that is visible', async () => {
  const { press, rows, write } = await open([...mixed, ...viewers], SMALL);
  press('k');
  const before = rows().slice(2);
  await write('Viewer connected: v_77a');
  expect(rows().slice(2)).toEqual(before);
});

test('an entry that was not seen before is not routine, whatever its words', async () => {
  const { rows, write } = await open(mixed);
  await write('Lens cap detected by the camera');
  expect(rows().join('\n')).toContain('Lens cap detected');
});

test('the cursor moves from line to line across folded entries, and the rows fill the pane', async () => {
  const many = Array.from({ length: 40 }, (_, index) => [
    `Packet loss ${index} % on ingest`,
    ...viewers.slice(0, 2),
  ]).flat();
  const { press, rows } = await open(many, 14);
  press('g', 'j', 'j', 'j');
  const shown = rows();
  expect(shown.slice(2, -1).filter((row) => !/Packet loss|──/.test(row))).toEqual([]);
});
