import { expect, test } from 'vitest';
import { createClusterStore } from '../../../../src/cluster/store.ts';
import { createMonitor } from '../../../../src/polling/create-monitor.ts';
import { Runtime } from '../../../../src/ui/program/runtime.ts';
import { createUiStore } from '../../../../src/ui/store.ts';
import { FakeApi } from '../../../support/fake-api.ts';
import { fakeServices } from '../../../support/fake-services.ts';
import { keyPress } from '../../../support/key-press.ts';
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
  const services = { ...fakeServices(store.getState()), clock, cluster: store, monitor };
  const runtime = new Runtime(services, createUiStore('journal', display), size, () => {});
  runtime.start();
  monitor.start();
  await clock.advance(2_500);
  return {
    press(...names: string[]) {
      for (const name of names) runtime.press(keyPress(name));
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
const mixed = [...viewers, 'Packet loss 3 % on ingest', 'Heartbeat answered in 3 ms', 'Limit changed to 40'];

test('d folds routine entries, says how many and which, and unfolds them again', async () => {
  const { press, rows } = await open([...mixed, ...viewers]);
  const before = rows();
  press('d');
  const folded = rows().map((row) => row.trim());
  const lines = folded.filter((row) => /routine|Packet|Limit/.test(row));
  expect(lines.map((line) => line.replace(/^│ | *│$/g, '').replace(/^\d\d:\d\d:\d\d/, ''))).toEqual([
    '┄┄ 12 routine: 12 × Viewer connected ┄┄',
    expect.stringContaining('Packet loss 3 % on ingest'),
    '┄┄ 1 routine: 1 × Heartbeat answered ┄┄',
    expect.stringContaining('Limit changed to 40'),
    '┄┄ 12 routine: 12 × Viewer connected ┄┄',
  ]);
  expect(folded.join('\n')).not.toContain('v_3a');
  press('d');
  expect(rows()).toEqual(before);
});

test('an entry that was not seen before is not routine, whatever its words', async () => {
  const { press, rows, write } = await open(mixed);
  press('d');
  await write('Lens cap detected by the camera');
  expect(rows().join('\n')).toContain('Lens cap detected');
});

test('a filter finds routine entries, too', async () => {
  const { press, rows } = await open(mixed);
  press('d', '/', ...'connected', 'enter');
  expect(rows().join('\n')).toContain('v_3a');
  expect(rows().join('\n')).not.toContain('┄┄');
});

test('a journal of routine entries only says so', async () => {
  const { press, rows } = await open(viewers);
  press('d');
  expect(rows().join('\n')).toContain('All 12 lines are routine, and folded. d shows them.');
});

test('the cursor moves from line to line across folded entries, and the rows fill the pane', async () => {
  const many = Array.from({ length: 40 }, (_, index) => [
    `Packet loss ${index} % on ingest`,
    ...viewers.slice(0, 2),
  ]).flat();
  const { press, rows } = await open(many, 14);
  press('d', 'k', 'k', 'k');
  const shown = rows();
  expect(shown.slice(1, -1).filter((row) => !/Packet loss|routine/.test(row))).toEqual([]);
  press('G');
  expect(rows().at(-2)).toContain('┄┄ 2 routine');
});
