import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ScreenName, screenNames } from '../../src/actions/screen-table.ts';
import { bodyArea, type Size } from '../../src/ui/program/layout.ts';
import { expectGolden } from '../support/golden-file.ts';
import { openScene } from '../support/scene.ts';
import { ansiOf, pictureText, windowSizes } from './golden.ts';

/** The screen whose header, tabs, problem line and footer are kept at a width; `footer.test.ts` has the keys of all. */
const chromeOf: Readonly<Record<number, ScreenName>> = { 80: 'overview', 120: 'streams', 200: 'journal' };

interface Story {
  readonly scenario: 'steady' | 'incident';
  /** For how long it has been watched, ms. */
  readonly after: number;
  readonly shown: readonly ScreenName[];
}

const stories: readonly Story[] = [
  {
    scenario: 'steady',
    after: 60_000,
    shown: screenNames.filter((screen) => !['servers', 'streams', 'journal'].includes(screen)),
  },
  { scenario: 'incident', after: 180_000, shown: ['overview', 'servers', 'streams', 'journal', 'problems'] },
];
/** A large window shows no more of these. */
const isSmall = (screen: ScreenName) => ['users', 'transcoding', 'license'].includes(screen);

/**
 * The screens of a quiet cluster and of one in trouble, as a user sees them. The rows that all screens share are kept apart,
 * so that a new screen or key changes few pictures.
 * What a quiet cluster shows as one in trouble does is there once. CASTWATCH_WRITE_GOLDEN=1 writes the files again.
 */
describe.each(stories)('golden screens, $scenario', ({ scenario, after, shown }) => {
  const shots = shown.flatMap((screen) =>
    windowSizes
      .filter(({ columns }) => columns < 200 || !isSmall(screen))
      .map((size) => ({ screen, size, at: `${size.columns}x${size.rows}` })),
  );
  /** The letters with `--ascii`, and the rows with their colours. */
  const pictures = new Map<string, readonly string[]>();

  // All of them at once and in one order, so that each test can be run alone.
  beforeAll(async () => {
    const scene = await openScene({ scenario, seed: 1, after });
    for (const { screen, size, at } of shots) {
      const shoot = async (ascii: boolean) => {
        const shot = await scene.shoot({ screen, size, ascii });
        const rows = ascii ? shot.text() : ansiOf(shot, size);
        pictures.set(`${screen}-${at}.${ascii ? 'txt' : 'ansi'}`, rows);
        shot.dispose();
      };
      if (scenario === 'incident' && size.columns === 120) await shoot(false);
      await shoot(true);
    }
    await scene.close();
  });

  /** Compares those rows of a screen with the files of that name; the letters first: if they differ, so do the colours. */
  const expectRows = (screen: string, name: string, isShown: (row: number) => boolean) => {
    for (const kind of ['txt', 'ansi']) {
      const rows = pictures.get(`${screen}.${kind}`)?.filter((_, row) => isShown(row));
      if (!rows) continue;
      expectGolden(resolve(import.meta.dirname, `golden/${scenario}-${name}.${kind}`), pictureText(rows));
      if (kind === 'txt') expect(rows.join('')).toMatch(/^[\x20-\x7e]*$/);
    }
  };
  const bodyAt = (size: Size) => {
    const { y, height } = bodyArea(size);
    return (row: number) => row >= y && row < y + height;
  };

  test.each(shots)('$screen at $at', ({ screen, size, at }) =>
    expectRows(`${screen}-${at}`, `${screen}-${at}`, bodyAt(size)),
  );

  const chrome = shots.filter(
    ({ screen, size }) => scenario === 'incident' && chromeOf[size.columns] === screen,
  );
  for (const { screen, size, at } of chrome)
    test(`header, tabs, problem line and footer at ${at}`, () =>
      expectRows(`${screen}-${at}`, `chrome-${at}`, (row) => !bodyAt(size)(row)));
});
