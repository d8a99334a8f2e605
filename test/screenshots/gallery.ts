import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ScreenName, screenNames } from '../../src/actions/screen-table.ts';
import { errorMessage } from '../../src/base/system-error.ts';
import { toSvg } from '../../src/ui/picture/svg.ts';
import type { Size } from '../../src/ui/program/layout.ts';
import type { Depth } from '../../src/ui/theme/color.ts';
import { themeNamed } from '../../src/ui/theme/themes.ts';
import { galleryArguments, galleryUsage } from './gallery-arguments.ts';

/* Every screen in every size and set of colours: `npm run gallery -- --help`. */

process.env.TZ = 'UTC';

interface Place {
  readonly name: string;
  readonly screen: ScreenName;
  readonly keys?: readonly string[];
}

/** The keys that lead to each screen and to its dialogs. */
const places: readonly Place[] = [
  ...screenNames.map((screen) => ({ name: screen, screen })),
  { name: 'server-open', screen: 'servers', keys: ['enter'] },
  { name: 'server-groups', screen: 'servers', keys: ['v'] },
  { name: 'server-map', screen: 'servers', keys: ['v', 'v', 'v'] },
  { name: 'stream-open', screen: 'streams', keys: ['enter'] },
  { name: 'application-open', screen: 'applications', keys: ['enter'] },
  { name: 'journal-rates', screen: 'journal', keys: ['o'] },
  { name: 'cloud-open', screen: 'cloud', keys: ['enter'] },
  { name: 'problem-open', screen: 'problems', keys: ['enter'] },
  { name: 'help', screen: 'overview', keys: ['?'] },
  { name: 'palette', screen: 'overview', keys: [':'] },
];

const sizes: readonly Size[] = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
];

const looks: readonly { name: string; theme: string; depth: Depth }[] = [
  { name: 'dark', theme: 'dark', depth: 'truecolor' },
  { name: 'light', theme: 'light', depth: 'truecolor' },
  { name: 'neutral', theme: 'neutral', depth: 'truecolor' },
  { name: 'sixteen', theme: 'dark', depth: '16' },
];

/** The pictures whose names contain every word. */
function picturesWith(words: readonly string[]) {
  return places
    .flatMap(({ name, ...place }) =>
      sizes.flatMap((size) =>
        looks.map(({ name: look, theme, depth }) => ({
          title: `${name}-${size.columns}x${size.rows}-${look}`,
          shot: { ...place, size, theme, depth },
        })),
      ),
    )
    .filter(({ title }) => words.every((word) => title.includes(word)));
}

async function draw(args: readonly string[]): Promise<string> {
  const asked = galleryArguments(args);
  if (!asked) return galleryUsage;
  const pictures = picturesWith(asked.words);
  if (pictures.length === 0) throw new Error(`No picture's name contains ${asked.words.join(' and ')}.`);
  const folder = asked.folder ?? mkdtempSync(join(tmpdir(), 'castwatch-gallery-'));
  mkdirSync(folder, { recursive: true });
  // The whole program, which takes long to load, is loaded only for correct words.
  const { openScene } = await import('../support/scene.ts');
  const scene = await openScene({ scenario: asked.scenario, seed: 1, after: 300_000 });
  for (const { title, shot } of pictures) {
    const screen = await scene.shoot(shot);
    const path = join(folder, title);
    writeFileSync(`${path}.svg`, toSvg(screen, shot.size, themeNamed(shot.theme), title));
    screen.dispose();
    spawnSync('rsvg-convert', [`${path}.svg`, '-o', `${path}.png`]);
  }
  await scene.close();
  return `${folder}\n`;
}

try {
  process.stdout.write(await draw(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n\n${galleryUsage}`);
  process.exitCode = 2;
}
