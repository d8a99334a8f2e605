import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ScreenName, screenNames } from '../../src/actions/screen-table.ts';
import { bodyArea, type Size } from '../../src/ui/program/layout.ts';
import { expectGolden } from '../support/golden-file.ts';
import { openScene } from '../support/scene.ts';
import { ansiOf, windowSizes } from './golden.ts';

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
/** The width of which the colours are kept, too. */
const COLOURED = 120;

interface Story {
  readonly scenario: 'steady' | 'incident';
  /** For how long it has been watched, ms. */
  readonly after: number;
  readonly shown: readonly ScreenName[];
}

const calm = screens.filter((screen) => !['servers', 'streams', 'journal'].includes(screen));
const stories: readonly Story[] = [
  { scenario: 'steady', after: 60_000, shown: calm },
  { scenario: 'incident', after: 180_000, shown: troubled },
];

interface Picture {
  /** Rows with their colours; for `cat`. */
  readonly colour: readonly string[] | undefined;
  /** The screen with `--ascii`. */
  readonly ascii: readonly string[];
}

test('every screen has golden pictures', () => {
  expect([...screens].sort()).toEqual([...screenNames].sort());
});

/**
 * The screens of a quiet cluster and of one in trouble, as a user sees them. The rows that all screens share are kept apart,
 * so that a new screen or key changes few pictures.
 * What a quiet cluster shows as one in trouble does is there once. CASTWATCH_WRITE_GOLDEN=1 writes the files again.
 */
describe.each(stories)('golden screens, $scenario', ({ scenario, after, shown }) => {
  const pictures = new Map<string, Picture>();

  // All of them at once and in one order, so that each test can be run alone.
  beforeAll(async () => {
    const scene = await openScene({ scenario, seed: 1, after });
    const shoot = async (screen: ScreenName, size: Size, ascii: boolean) => {
      const shot = await scene.shoot({ screen, size, ascii });
      const rows = ascii ? shot.text() : ansiOf(shot, size.columns, size.rows);
      shot.dispose();
      return rows;
    };
    for (const screen of shown) {
      for (const size of windowSizes) {
        const isColoured = scenario === 'incident' && size.columns === COLOURED;
        const colour = isColoured ? await shoot(screen, size, false) : undefined;
        pictures.set(`${screen}-${size.columns}`, { colour, ascii: await shoot(screen, size, true) });
      }
    }
    await scene.close();
  });

  /** Compares those rows of a screen with the files of that name. */
  const expectRows = (screen: ScreenName, name: string, size: Size, isShown: (row: number) => boolean) => {
    const { colour, ascii = [] } = pictures.get(`${screen}-${size.columns}`) ?? {};
    const at = `${size.columns}x${size.rows}`;
    const file = resolve(import.meta.dirname, `golden/${scenario}-${name}-${at}`);
    const textOf = (rows: readonly string[]) => `${rows.filter((_, row) => isShown(row)).join('\n')}\n`;
    const letters = textOf(ascii.map((row) => row.trimEnd()));
    // The letters first: if they differ, so do the colours.
    expectGolden(`${file}.txt`, letters);
    if (colour) expectGolden(`${file}.ansi`, textOf(colour));
    expect(letters).toMatch(/^[\n\x20-\x7e]*$/);
  };

  for (const size of windowSizes) {
    const { columns, rows } = size;
    const { y, height } = bodyArea(size);
    const isBody = (row: number) => row >= y && row < y + height;

    test.each(shown)(`%s at ${columns}×${rows}`, (screen) => expectRows(screen, screen, size, isBody));

    if (scenario === 'incident')
      test(`header, tabs, problem line and footer at ${columns}×${rows}`, () =>
        expectRows(chromeOf[columns] ?? 'overview', 'chrome', size, (row) => !isBody(row)));
  }
});
