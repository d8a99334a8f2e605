import { tableKeys } from '../base/table.ts';

interface ScreenRow {
  /** For tabs, help and the screen reader. */
  readonly title: string;
  /** The key that opens it, as in `ui/keys.ts`. The user's configuration may replace it. */
  readonly key: string;
  /** It shows several clusters, and has no tab. */
  readonly fleet?: true;
  /** Its list can be filtered: with `/`, and with text after its name in the palette. */
  readonly filter?: true;
}

/**
 * The only table of screens, in the order of their tabs. The screens themselves are in `ui/screens/registry.ts`.
 */
export const screenTable = {
  overview: { title: 'Overview', key: '1' },
  servers: { title: 'Servers', key: '2', filter: true },
  streams: { title: 'Streams', key: '3', filter: true },
  applications: { title: 'Applications', key: '4', filter: true },
  viewers: { title: 'Viewers', key: '5', filter: true },
  journal: { title: 'Journal', key: '6', filter: true },
  users: { title: 'Users', key: '7', filter: true },
  settings: { title: 'Settings', key: '8' },
  cloud: { title: 'Cloud', key: '9' },
  problems: { title: 'Problems', key: '0', filter: true },
  fleet: { title: 'All clusters', key: 'A', fleet: true, filter: true },
} as const satisfies Readonly<Record<string, ScreenRow>>;

export type ScreenName = keyof typeof screenTable;

/** The screens of a cluster, in the order of the tabs. */
export const screenNames = tableKeys(screenTable).filter((name) => !isOfFleet(name));

/** Whether the screen shows several clusters. */
export function isOfFleet(name: ScreenName): boolean {
  const row: ScreenRow = screenTable[name];
  return row.fleet ?? false;
}

export const filteredScreens = tableKeys(screenTable).filter((name) => hasFilter(name));

export function hasFilter(name: ScreenName): boolean {
  const row: ScreenRow = screenTable[name];
  return row.filter ?? false;
}
