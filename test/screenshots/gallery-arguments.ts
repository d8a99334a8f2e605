import { parseArgs } from 'node:util';
import { type ScenarioName, scenarioNames } from '../../src/simulator/scenarios.ts';

/** `fleet` is several clusters with different faults, `faults` a drawn incident of each kind of fault. */
export type GalleryScenario = ScenarioName | 'fleet' | 'faults';

export const galleryScenarios: readonly GalleryScenario[] = [...scenarioNames, 'fleet', 'faults'];

export const galleryUsage = `npm run gallery -- [FOLDER] [SCENARIO] [WORD…]

Every scenario in the middle of its incident: every screen in every size and set of colours, for looking at before a
change of their looks is kept. SVG, PNG beside it where rsvg-convert is installed, and index.html, which shows them all.

FOLDER    where the pictures go; it is made (default: a new one for temporary files)
SCENARIO  default all; faults: two screens of each kind of fault; or one of ${galleryScenarios.join(', ')}
WORD      only pictures whose names contain every word: overview 120x40 dark
`;

interface GalleryArguments {
  /** Undefined: a new one for temporary files. */
  readonly folder: string | undefined;
  readonly scenarios: readonly GalleryScenario[];
  readonly words: readonly string[];
}

/** Reads the words after `npm run gallery --`; undefined: help. Throws an Error that says what is wrong with them. */
export function galleryArguments(args: readonly string[]): GalleryArguments | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help) return undefined;
  const [folder, name = 'all', ...words] = positionals;
  const scenarios = galleryScenarios.filter((known) => name === 'all' || known === name);
  if (scenarios.length === 0) throw new Error(`There is no scenario ‘${name}’.`);
  return { folder, scenarios, words };
}
