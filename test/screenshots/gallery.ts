import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ScreenName, screenNames } from '../../src/actions/screen-table.ts';
import { errorMessage } from '../../src/base/system-error.ts';
import { buildModel } from '../../src/simulator/build-model.ts';
import type { ScenarioName } from '../../src/simulator/scenarios.ts';
import type { Depth } from '../../src/ui/theme/color.ts';
import { themeNamed } from '../../src/ui/theme/themes.ts';
import type { Headless } from '../support/headless.ts';
import type { SceneOptions, ShotOptions } from '../support/scene.ts';
import { windowSizes } from '../ui/golden.ts';
import { plotOf, truthOf } from '../world/incidents/source.ts';
import { faultKinds } from '../world/incidents/truth.ts';
import { type GalleryScenario, galleryArguments, galleryUsage } from './gallery-arguments.ts';
import { toSvg } from './picture/svg.ts';

/* Every scenario in the middle of its incident: `npm run gallery -- --help`. */

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
  { name: 'server-groups', screen: 'servers', keys: [':sort group'] },
  { name: 'stream-open', screen: 'streams', keys: ['enter'] },
  { name: 'application-open', screen: 'applications', keys: ['enter'] },
  { name: 'journal-rates', screen: 'journal', keys: [':rates'] },
  { name: 'cloud-open', screen: 'cloud', keys: ['enter'] },
  { name: 'problem-open', screen: 'problems', keys: ['enter'] },
  { name: 'help', screen: 'overview', keys: ['?'] },
  { name: 'palette', screen: 'overview', keys: [':'] },
];

/** The screen of all clusters, and what it leads to. */
const fleetPlaces: readonly Place[] = [
  { name: 'clusters', screen: 'fleet' },
  { name: 'problems', screen: 'fleet', keys: ['2'] },
  { name: 'journal', screen: 'fleet', keys: ['5'] },
  { name: 'streams', screen: 'fleet', keys: ['4'] },
  { name: 'search', screen: 'fleet', keys: [':', 'e', 'd', 'g', 'e'] },
];

const looks: readonly { name: string; theme: string; depth: Depth; ascii?: true }[] = [
  { name: 'dark', theme: 'dark', depth: 'truecolor' },
  { name: 'light', theme: 'light', depth: 'truecolor' },
  { name: 'sixteen', theme: 'dark', depth: '16' },
  { name: 'ascii', theme: 'dark', depth: 'truecolor', ascii: true },
];

/**
 * The second of each scenario in which its incident is at its worst and triage has found it. Stories begin after two
 * minutes; an origin that crashes is back half a minute later.
 */
const moments: Readonly<Record<ScenarioName, number>> = {
  steady: 300,
  daily: 300,
  peak: 420,
  incident: 260,
  quiet: 300,
  huge: 60,
  sick: 300,
  'cpu-climb': 480,
  'origin-crash': 136,
  'license-limit': 360,
  'publisher-flap': 360,
  'topology-fails': 240,
  'transcode-limit': 540,
  'journal-flood': 300,
  'ingest-decay': 480,
  'region-loss': 260,
  'viewer-surge': 300,
  'partial-recovery': 300,
};

/** A cluster, or several, at the moment of its pictures. */
interface World {
  readonly name: string;
  readonly places: readonly Place[];
  readonly open: () => Promise<Scene>;
}

interface Scene {
  shoot(options: ShotOptions): Promise<Headless>;
  close(): Promise<void>;
}

// The whole program, which takes long to load, is loaded only for correct words.
const openScene = async (options: SceneOptions): Promise<Scene> =>
  (await import('../support/scene.ts')).openScene(options);
const openFleetScene = async (): Promise<Scene> =>
  (await import('../support/fleet-scene.ts')).openFleetScene();

/** An incident of each kind, numbers that may be looked at, after the fault has its whole strength and a sweep. */
function faultWorlds(): readonly World[] {
  return [...faultKinds, 'two-at-once'].map((kind, index) => {
    const incident = index + 1;
    const plot = plotOf(incident);
    const truth = truthOf(buildModel(incident, plot.scenario, 0, plot));
    const full = Math.max(...(truth?.faults ?? []).map((fault) => fault.full));
    return {
      name: `fault-${kind}`,
      places: places.filter(({ name }) => name === 'overview' || name === 'problems'),
      open: () => openScene({ scenario: 'steady', seed: 1, incident, after: (full + 65) * 1_000 }),
    };
  });
}

function worldsOf(scenario: GalleryScenario): readonly World[] {
  if (scenario === 'faults') return faultWorlds();
  if (scenario === 'fleet') return [{ name: scenario, places: fleetPlaces, open: openFleetScene }];
  const open = () => openScene({ scenario, seed: 1, after: moments[scenario] * 1_000 });
  return [{ name: scenario, places, open }];
}

/** The pictures of a place whose names contain every word. */
function picturesOf(world: World, { name, ...place }: Place, words: readonly string[]) {
  return windowSizes
    .flatMap((size) =>
      looks.map(({ name: look, ...colours }) => ({
        title: `${world.name}-${name}-${size.columns}x${size.rows}-${look}`,
        shot: { ...place, ...colours, size },
      })),
    )
    .filter(({ title }) => words.every((word) => title.includes(word)));
}

async function draw(args: readonly string[]): Promise<string> {
  const asked = galleryArguments(args);
  if (!asked) return galleryUsage;
  const wanted = asked.scenarios
    .flatMap(worldsOf)
    .flatMap((world) =>
      world.places
        .map((place) => ({ world, pictures: picturesOf(world, place, asked.words) }))
        .filter(({ pictures }) => pictures.length > 0),
    );
  if (wanted.length === 0) throw new Error(`No picture's name contains ${asked.words.join(' and ')}.`);
  const folder = asked.folder ?? mkdtempSync(join(tmpdir(), 'castwatch-gallery-'));
  mkdirSync(folder, { recursive: true });
  for (const { world, pictures } of wanted) {
    // A cluster of its own for each place, because the pictures take time in which an incident would end.
    const scene = await world.open();
    for (const [index, { title, shot }] of pictures.entries()) {
      const screen = await scene.shoot({ ...shot, settle: index === 0 ? 4_000 : 400 });
      const path = join(folder, title);
      writeFileSync(`${path}.svg`, toSvg(screen, shot.size, themeNamed(shot.theme), title));
      screen.dispose();
      spawnSync('rsvg-convert', [`${path}.svg`, '-o', `${path}.png`]);
    }
    await scene.close();
  }
  const titles = wanted.flatMap(({ pictures }) => pictures.map(({ title }) => title));
  writeFileSync(join(folder, 'index.html'), galleryPage(titles));
  return `${folder}\n`;
}

/** A page with all pictures, by scenario. `titles` are names of pictures without `.svg`. */
function galleryPage(titles: readonly string[]): string {
  const picture = (title: string) =>
    `<figure><a href="${title}.svg"><img src="${title}.svg" loading="lazy" alt=""></a><figcaption>${title}</figcaption></figure>`;
  return `<!doctype html><meta charset="utf-8"><title>castwatch: gallery</title>
<style>body{background:#111;color:#ccc;font:14px sans-serif}div{display:flex;flex-wrap:wrap;gap:12px}figure{margin:0}img{width:480px}a{color:#8cf}</style>
<h1>What catches the eye first?</h1>
<div>
${titles.map(picture).join('\n')}
</div>
`;
}

try {
  process.stdout.write(await draw(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n\n${galleryUsage}`);
  process.exitCode = 2;
}
