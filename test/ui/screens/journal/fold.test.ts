import { expect, test } from 'vitest';
import { openJournal } from './journal-rig.ts';

/** The Journal screen over these messages, the oldest first. */
async function open(messages: readonly string[], height = 30) {
  const { hands, fake, wait, rows } = await openJournal(messages.toReversed(), { rows: height });
  return {
    press: (...names: string[]) => void hands.press(...names),
    rows: () => rows('journal.log'),
    /** A new entry, read with the next poll. */
    async write(message: string) {
      const [newest = expect.fail()] = fake.journal;
      const createDate = Number(newest.createDate) + 1_000;
      fake.journal = [{ ...newest, message, createDate, id: 1_000 }, ...fake.journal];
      await wait(2_500);
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
