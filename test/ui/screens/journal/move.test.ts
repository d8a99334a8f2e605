import { expect, test } from 'vitest';
import { openJournal } from './journal-rig.ts';

const ROWS = 30;

/** The Journal screen on a server with this many entries, one every ten seconds; the newest has the greatest number. */
async function open(entries: number, latency = 10) {
  const messages = Array.from({ length: entries }, (_, index) => {
    const number = entries - index;
    return `number ${number}${number % 1_000 === 7 ? ' needle' : ''}.`;
  });
  const { hands, rows, panes, ...rig } = await openJournal(messages, { step: 10_000, latency, firstAgo: 0 });
  // What is folded has tests of its own.
  hands.press(':routine');
  return {
    ...rig,
    async press(...names: string[]) {
      hands.press(...names);
      await rig.wait(0);
    },
    notice: () => hands.notice,
    text: () => rows('journal.').join('\n'),
    /** The number of the entry under the cursor. */
    selected: () => {
      const spans = panes('journal.').flatMap(({ lines }) => lines.flat());
      const chosen = spans.filter(({ on }) => on?.startsWith('select') || on === 'matchCurrent');
      return Number(/number (\d+)/.exec(chosen.map(({ text }) => text).join(''))?.[1]);
    },
  };
}

/** The time in the zone of the machine, as it is typed. */
const clockText = (at: number) => new Date(at).toLocaleString('sv').replace(' ', 'T');

test('reads older entries when the cursor moves past the oldest, and keeps the rows in place', async () => {
  const { press, selected, text, wait, fake } = await open(350);
  await press('g');
  expect(text()).toContain('going further up fetches older');
  expect(selected()).toBe(251);
  fake.fault = ({ name }) => {
    if (name === 'journal') throw new Error('no answer');
  };
  await press('k');
  await wait(1_000);
  expect(text()).toMatch(/── .+ · trying again, Esc stops ──/);
  fake.fault = () => {};
  await wait(30_000);
  expect(selected()).toBe(251);
  await press('k');
  expect(selected()).toBe(250);
  for (let page = 0; page < 4; page++) {
    await press('g', 'k');
    await wait(1_000);
  }
  await press('g');
  expect(selected()).toBe(1);
  expect(text()).toContain('the journal begins here');
  await press('G');
  expect(text()).toContain('following');
});

test.each([
  ['k', 'k'],
  ['N', '/', 'n', 'enter', 'N'],
  ['goto', ':goto', ...'-10m', 'enter'],
])('%s before the first page says that there is nothing yet, and reads nothing', async (_, ...keys) => {
  const { press, text, notice, wait, store } = await open(350, 5_000);
  await press(...keys);
  expect(notice()).toBe('The journal has not answered yet.');
  await press('/', 'backspace', 'enter');
  await wait(10_000);
  expect(store.getState().lookback).toBeUndefined();
  expect(text()).toContain('following');
  expect(text()).toContain('number 350.');
});

test("T reads back to the end of the server's journal and says how far it is, while new entries keep coming", async () => {
  const { press, selected, text, wait, begin, fake, store } = await open(20_000);
  await press(':goto', ...clockText(begin - 15_000 * 10_000), 'enter');
  await wait(100);
  expect(text()).toMatch(/reading back to \d\d:\d\d:\d\d\.\.\. page \d+ of 2\d/);
  fake.write(3);
  await wait(6_000);
  expect(selected()).toBe(5_000);
  expect(text()).not.toContain('reading back');
  expect(text()).toContain('+3 new');
  expect(store.getState().lookback?.journal.items.length).toBeLessThanOrEqual(10_000);
  // Down again over the dropped entries, line by line without a gap.
  await press(':goto', ...clockText(begin - 6_000 * 10_000), 'enter');
  const seen = [selected()];
  expect(seen).toEqual([14_000]);
  for (let step = 0; step < 100 && Number(seen.at(-1)) < 15_500; step++) {
    await press('pgdn');
    await wait(100);
    seen.push(selected());
  }
  expect(seen.at(-1)).toBeGreaterThan(15_000);
  for (const [index, at] of seen.entries())
    if (index > 0) expect(at - (seen[index - 1] ?? 0)).toBeLessThanOrEqual(ROWS);
  await press('G');
  await wait(100);
  expect(text()).toContain('following');
  expect(store.getState().lookback).toBeUndefined();
});

test('Esc stops reading back and keeps the position', async () => {
  const { press, text, wait, begin, store } = await open(20_000);
  await press(':goto', ...clockText(begin - 15_000 * 10_000), 'enter');
  await wait(100);
  expect(text()).toContain('Esc stops');
  await press('esc');
  await wait(3_000);
  expect(text()).not.toContain('reading back');
  expect(store.getState().lookback?.reading).toBeUndefined();
  expect(text()).not.toContain('↓ following');
});

test('a search reads back until it finds a match, and a filter until it leaves an entry', async () => {
  const { press, selected, wait } = await open(5_000);
  await press('/', '?', ...'needle', 'enter', 'N');
  await wait(1_000);
  expect(selected()).toBe(4_007);
  await press('N');
  await wait(1_000);
  expect(selected()).toBe(3_007);
  await press('/', ...Array.from({ length: 10 }, () => 'backspace'), ...'needle', 'enter', 'g', 'k');
  await wait(1_000);
  await press('g');
  expect(selected()).toBe(2_007);
});
