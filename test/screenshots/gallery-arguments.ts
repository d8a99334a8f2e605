import { parseArgs } from 'node:util';
import { type ScenarioName, scenarioNames } from '../../src/simulator/scenarios.ts';

export const galleryUsage = `npm run gallery -- [FOLDER] [SCENARIO] [WORD…]

Every screen in every size and set of colours, for looking at before a change of their looks is kept:
SVG, and PNG beside it where rsvg-convert is installed.

FOLDER    where the pictures go; it is made (default: a new one for temporary files)
SCENARIO  default incident, or one of ${scenarioNames.join(', ')}
WORD      only pictures whose names contain every word: overview 120x40 dark
`;

interface GalleryArguments {
  /** Undefined: a new one for temporary files. */
  readonly folder: string | undefined;
  readonly scenario: ScenarioName;
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
  const [folder, name = 'incident', ...words] = positionals;
  const scenario = scenarioNames.find((known) => known === name);
  if (scenario === undefined) throw new Error(`There is no scenario ‘${name}’.`);
  return { folder, scenario, words };
}
