import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { screenNames } from '../../src/actions/screen-table.ts';
import type { Size } from '../../src/ui/layout.ts';
import { expectGolden } from '../support/golden-file.ts';
import { openScene } from '../support/scene.ts';
import { ansiOf } from './golden.ts';

process.env.TZ = 'UTC';

const sizes: readonly Size[] = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
];

interface Picture {
  /** With its colours; for `cat`. */
  readonly colour: string;
  /** What `--ascii` shows. */
  readonly ascii: string;
}

/** The screens of a quiet cluster and of one in trouble, as a person sees them; CASTWATCH_WRITE_GOLDEN=1 writes them anew. */
describe.each([
  { scenario: 'steady' as const, after: 60_000 },
  { scenario: 'incident' as const, after: 180_000 },
])('golden screens, $scenario', ({ scenario, after }) => {
  const pictures = new Map<string, Picture>();

  // All of them in one go and in one order, so that each test can be run alone.
  beforeAll(async () => {
    const scene = await openScene({ scenario, seed: 1, after });
    for (const screen of screenNames) {
      for (const size of sizes) {
        const colour = await scene.shoot({ screen, size });
        const ascii = await scene.shoot({ screen, size, ascii: true });
        pictures.set(`${screen}-${size.columns}x${size.rows}`, {
          colour: ansiOf(colour, size.columns, size.rows),
          ascii: `${ascii.text().join('\n')}\n`,
        });
        colour.dispose();
        ascii.dispose();
      }
    }
    await scene.close();
  });

  for (const screen of screenNames) {
    for (const { columns, rows } of sizes) {
      test(`${screen} at ${columns}×${rows}`, () => {
        const picture = pictures.get(`${screen}-${columns}x${rows}`);
        const name = resolve(import.meta.dirname, `golden/${scenario}-${screen}-${columns}x${rows}`);
        // The letters first: where they differ, so do the colours.
        expectGolden(`${name}.txt`, picture?.ascii ?? '');
        expectGolden(`${name}.ansi`, picture?.colour ?? '');
        expect(picture?.ascii).toMatch(/^[\n\x20-\x7e]*$/);
      });
    }
  }
});
