import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ScreenName, screenNames } from '../../src/actions/screen-table.ts';
import type { Size } from '../../src/ui/layout.ts';
import { toSvg } from '../../src/ui/picture/svg.ts';
import type { Depth } from '../../src/ui/theme/color.ts';
import { themeNamed } from '../../src/ui/theme/themes.ts';
import { openScene } from '../support/scene.ts';

/*
 * Every screen in every size and set of colours, for looking at before a change of their looks is kept:
 *   npm run gallery -- [folder] [scenario] [words that the names of the pictures must contain]
 * SVG, and PNG beside it where `rsvg-convert` is installed.
 */

process.env.TZ = 'UTC';

interface Place {
  readonly name: string;
  readonly screen: ScreenName;
  readonly keys?: readonly string[];
}

/** Each screen as one comes to it, and what is behind its keys. */
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

const [folder = mkdtempSync(join(tmpdir(), 'castwatch-gallery-')), scenario = 'incident', ...words] =
  process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const scene = await openScene({ scenario: scenario as 'incident', seed: 1, after: 300_000 });
for (const { name, ...place } of places) {
  for (const size of sizes) {
    for (const { name: look, theme, depth } of looks) {
      const title = `${name}-${size.columns}x${size.rows}-${look}`;
      if (!words.every((word) => title.includes(word))) continue;
      const screen = await scene.shoot({ ...place, size, theme, depth });
      const path = join(folder, title);
      writeFileSync(`${path}.svg`, toSvg(screen, size, themeNamed(theme), title));
      screen.dispose();
      spawnSync('rsvg-convert', [`${path}.svg`, '-o', `${path}.png`]);
    }
  }
}
await scene.close();
process.stdout.write(`${folder}\n`);
