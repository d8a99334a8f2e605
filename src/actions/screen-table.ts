import { tableKeys } from '../base/table.ts';

interface ScreenRow {
  /** For tabs, help and the screen reader. */
  readonly title: string;
  /**
   * The key that opens it, as in `ui/keys.ts`, and its tab at the top. The user's configuration may replace it. A screen
   * without a key is within another one.
   */
  readonly key?: string;
  /** Further words with which users search for it in the palette. */
  readonly words?: string;
  /** The tab that it shares with other screens; `v` turns from one to the next. */
  readonly within?: 'servers' | 'admin';
  /** It shows several clusters, and has no tab. */
  readonly fleet?: true;
  /** Its list can be filtered: with `/`, and with text after its name in the palette. */
  readonly filter?: true;
}

/**
 * The only table of screens, in the order of their tabs. The screens themselves are in `ui/screens/registry.ts`; `admin`
 * has none of its own, and opens the screen within it that was open last.
 */
export const screenTable = {
  overview: { title: 'Overview', key: '1' },
  problems: { title: 'Problems', key: '2', filter: true },
  servers: { title: 'Servers', key: '3', filter: true },
  applications: { title: 'Applications', within: 'servers', filter: true },
  streams: { title: 'Streams', key: '4', filter: true },
  journal: { title: 'Journal', key: '5', filter: true },
  admin: { title: 'Admin', key: '6' },
  users: { title: 'Users', within: 'admin', filter: true },
  transcoding: { title: 'Transcoding', within: 'admin', words: 'settings encoder ffmpeg tasks' },
  license: { title: 'License', within: 'admin', words: 'settings licence key expires replace' },
  cloud: { title: 'Cloud', within: 'admin' },
  fleet: { title: 'All clusters', key: '0', fleet: true, filter: true },
} as const satisfies Readonly<Record<string, ScreenRow>>;

export type PlaceName = keyof typeof screenTable;
export type ScreenName = Exclude<PlaceName, 'admin'>;

/** Every name by which a user can open something. */
export const placeNames = tableKeys(screenTable);

const allScreens = placeNames.filter((name) => name !== 'admin');

/** The screens of a cluster, in the order of the tabs. */
export const screenNames = allScreens.filter((name) => !isOfFleet(name));

/** The tabs at the top. */
export const tabNames = placeNames.filter((name) => rowOf(name).key !== undefined && !isOfFleet(name));

export const filteredScreens = allScreens.filter((name) => hasFilter(name));

function rowOf(name: PlaceName): ScreenRow {
  return screenTable[name];
}

/** The tab of a screen. */
export function tabOf(name: PlaceName): PlaceName {
  return rowOf(name).within ?? name;
}

/** The key of a screen's tab. */
export function tabKey(name: PlaceName): string {
  return rowOf(tabOf(name)).key ?? '';
}

/** The screens that share the tab of this one, in their order. */
export function screensBeside(name: PlaceName): readonly ScreenName[] {
  return allScreens.filter((each) => tabOf(each) === tabOf(name));
}

/** Whether the screen shows several clusters. */
export function isOfFleet(name: PlaceName): boolean {
  return rowOf(name).fleet ?? false;
}

export function hasFilter(name: PlaceName): boolean {
  return rowOf(name).filter ?? false;
}

/** The screen that a name opens; `admin` opens the screen within it that was open last. */
export function screenNamed(name: PlaceName, lastInAdmin: ScreenName): ScreenName {
  return name === 'admin' ? lastInAdmin : name;
}
