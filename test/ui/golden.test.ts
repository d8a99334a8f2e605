import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ScreenName, screenNames } from '../../src/actions/screen-table.ts';
import { bodyArea, type Size } from '../../src/ui/program/layout.ts';
import { expectGolden } from '../support/golden-file.ts';
import { openScene } from '../support/scene.ts';
import { ansiOf } from './golden.ts';

const sizes: readonly Size[] = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
];

/** In the order in which they are taken: the cluster's time goes on between them, so a new screen comes last. */
const screens: readonly ScreenName[] = [
  'overview',
  'servers',
  'streams',
  'applications',
  'journal',
  'users',
  'transcoding',
  'license',
  'cloud',
  'problems',
];

/** Those that an incident changes. */
const troubled: readonly ScreenName[] = ['overview', 'servers', 'streams', 'journal', 'problems'];

/** The screen whose header, tabs, problem line and footer are kept at a width; `footer.test.ts` has the keys of all. */
const chromeOf: Readonly<Record<number, ScreenName>> = { 80: 'overview', 120: 'streams', 200: 'journal' };

interface Story {
  readonly scenario: 'steady' | 'incident';
  /** For how long it has been watched, ms. */
  readonly after: number;
  readonly shown: readonly ScreenName[];
  /** Of these the colours are kept, too. */
  readonly coloured: readonly ScreenName[];
}

const stories: readonly Story[] = [
  { scenario: 'steady', after: 60_000, shown: screens, coloured: [] },
  { scenario: 'incident', after: 180_000, shown: troubled, coloured: troubled },
];

interface Picture {
  /** Rows with their colours; for `cat`. */
  readonly colour: readonly string[];
  /** The screen with `--ascii`. */
  readonly ascii: readonly string[];
}

test('every screen has golden pictures', () => {
  expect([...screens].sort()).toEqual([...screenNames].sort());
});

/**
 * The screens of a quiet cluster and of one in trouble, as a user sees them. The rows that all screens share are kept apart,
 * so that a new screen or key changes few pictures. CASTWATCH_WRITE_GOLDEN=1 writes the files again.
 */
describe.each(stories)('golden screens, $scenario', ({ scenario, after, shown, coloured }) => {
  const pictures = new Map<string, Picture>();

  // All of them at once and in one order, so that each test can be run alone.
  beforeAll(async () => {
    const scene = await openScene({ scenario, seed: 1, after });
    for (const screen of screens) {
      for (const size of sizes) {
        const colour = await scene.shoot({ screen, size });
        const ascii = await scene.shoot({ screen, size, ascii: true });
        pictures.set(`${screen}-${size.columns}`, {
          colour: ansiOf(colour, size.columns, size.rows),
          ascii: ascii.text(),
        });
        colour.dispose();
        ascii.dispose();
      }
    }
    await scene.close();
  });

  /** Compares those rows of a screen with the files of that name. */
  const expectRows = (screen: ScreenName, name: string, size: Size, isShown: (row: number) => boolean) => {
    const picture = pictures.get(`${screen}-${size.columns}`);
    const at = `${size.columns}x${size.rows}`;
    const file = resolve(import.meta.dirname, `golden/${scenario}-${name}-${at}`);
    const textOf = (rows: readonly string[] = []) => `${rows.filter((_, row) => isShown(row)).join('\n')}\n`;
    const ascii = textOf(picture?.ascii.map((row) => row.trimEnd()));
    // The letters first: if they differ, so do the colours.
    expectGolden(`${file}.txt`, ascii);
    if (coloured.includes(screen)) expectGolden(`${file}.ansi`, textOf(picture?.colour));
    expect(ascii).toMatch(/^[\n\x20-\x7e]*$/);
  };

  for (const size of sizes) {
    const { columns, rows } = size;
    const { y, height } = bodyArea(size);
    const isBody = (row: number) => row >= y && row < y + height;

    test.each(shown)(`%s at ${columns}×${rows}`, (screen) => expectRows(screen, screen, size, isBody));

    test(`header, tabs, problem line and footer at ${columns}×${rows}`, () =>
      expectRows(chromeOf[columns] ?? 'overview', 'chrome', size, (row) => !isBody(row)));
  }
});
