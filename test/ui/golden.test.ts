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
  'viewers',
  'journal',
  'users',
  'settings',
  'cloud',
  'problems',
];

/** The screen whose header, tabs, problem line and footer are kept at a width; `footer.test.ts` has the keys of all. */
const chromeOf: Readonly<Record<number, ScreenName>> = { 80: 'overview', 120: 'streams', 200: 'journal' };

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
describe.each([
  { scenario: 'steady' as const, after: 60_000 },
  { scenario: 'incident' as const, after: 180_000 },
])('golden screens, $scenario', ({ scenario, after }) => {
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
  const expectRows = (picture: Picture | undefined, name: string, isShown: (row: number) => boolean) => {
    const file = resolve(import.meta.dirname, `golden/${name}`);
    const textOf = (rows: readonly string[] = []) => `${rows.filter((_, row) => isShown(row)).join('\n')}\n`;
    const ascii = textOf(picture?.ascii);
    // The letters first: if they differ, so do the colours.
    expectGolden(`${file}.txt`, ascii);
    expectGolden(`${file}.ansi`, textOf(picture?.colour));
    expect(ascii).toMatch(/^[\n\x20-\x7e]*$/);
  };

  for (const size of sizes) {
    const { columns, rows } = size;
    const { y, height } = bodyArea(size);
    const isBody = (row: number) => row >= y && row < y + height;

    test.each(screens)(`%s at ${columns}×${rows}`, (screen) => {
      const picture = pictures.get(`${screen}-${columns}`);
      expectRows(picture, `${scenario}-${screen}-${columns}x${rows}`, isBody);
    });

    test(`header, tabs, problem line and footer at ${columns}×${rows}`, () => {
      const picture = pictures.get(`${chromeOf[columns]}-${columns}`);
      expectRows(picture, `${scenario}-chrome-${columns}x${rows}`, (row) => !isBody(row));
    });
  }
});
