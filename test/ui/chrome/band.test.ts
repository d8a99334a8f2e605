import { expect, test } from 'vitest';
import { bandPane, bandRows, cardPane } from '../../../src/ui/chrome/band.ts';
import type { Pane } from '../../../src/ui/view.ts';

const band = { title: 'Title', caption: 'A caption of words', card: true };
const now = Date.UTC(2026, 0, 15, 12, 10);
const rows = ({ lines }: Pane) => lines.map((line) => line.map(({ text }) => text).join(''));

test('the title band has seven rows in a wall-sized window and none in a smaller one', () => {
  expect(bandRows(band, { columns: 160, rows: 50 })).toBe(7);
  expect(bandRows(band, { columns: 159, rows: 50 })).toBe(0);
  expect(bandRows(band, { columns: 160, rows: 49 })).toBe(0);
  expect(bandRows(undefined, { columns: 160, rows: 50 })).toBe(0);
});

test('the band has the name on the left and the clock on the right', () => {
  const shown = rows(bandPane(band, now, 160, true));
  expect(shown.map((row) => row.length)).toEqual(Array.from({ length: 7 }, () => 160));
  expect(shown[0]).toMatch(/^ {2}###### {2}######.*###### {2}$/);
  expect(shown[5]).toMatch(/^ {3}Title {3}A caption of words +$/);
  expect(shown[6]?.trim()).toBe('');
});

test('the title card is centred in the window and as wide as its widest row', () => {
  const card = cardPane(band, { columns: 120, rows: 40 }, true);
  const widest = Math.max(
    ...rows(cardPane(band, { columns: 300, rows: 40 }, true)).map((row) => row.trim().length),
  );
  expect(card.rect.width).toBe(widest + 8);
  expect(card.rect).toMatchObject({ x: Math.floor((120 - widest - 8) / 2), y: 15, height: 9 });
  const [, name] = rows(card);
  expect(name?.length).toBe(card.rect.width);
  expect(name).toMatch(/^ {4}\S.*\S {4}$/);
});

test('a caption wider than the name widens the card', () => {
  const caption = 'word '.repeat(25).trim();
  expect(cardPane({ ...band, caption }, { columns: 200, rows: 40 }, true).rect.width).toBe(
    caption.length + 8,
  );
});

test('the name is plain text where the window is too narrow for large letters', () => {
  const card = cardPane(band, { columns: 60, rows: 24 }, true);
  expect(card.rect).toMatchObject({ x: 0, width: 60 });
  expect(rows(card)[1]).toMatch(/^ +castwatch +$/);
  expect(rows(cardPane(band, { columns: 40, rows: 4 }, true))).toHaveLength(5);
  expect(cardPane(band, { columns: 40, rows: 4 }, true).rect.y).toBe(0);
  const letters = Math.max(
    ...rows(cardPane(band, { columns: 300, rows: 40 }, true)).map((row) => row.trim().length),
  );
  expect(rows(cardPane(band, { columns: letters, rows: 24 }, true))[1]).toContain('##');
  expect(rows(cardPane(band, { columns: letters - 1, rows: 24 }, true))[1]).toContain('castwatch');
});
