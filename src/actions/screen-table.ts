interface ScreenRow {
  /** For tabs, help and the screen reader. */
  readonly title: string;
  /** The key that opens it, as `ui/keys.ts` spells it. The user's configuration may replace it. */
  readonly key: string;
}

/** The one table of screens, in the order of their tabs. What a screen draws is in `ui/screens/registry.ts`. */
export const screenTable = {
  overview: { title: 'Overview', key: '1' },
  servers: { title: 'Servers', key: '2' },
  streams: { title: 'Streams', key: '3' },
  applications: { title: 'Applications', key: '4' },
  viewers: { title: 'Viewers', key: '5' },
  journal: { title: 'Journal', key: '6' },
  users: { title: 'Users', key: '7' },
  settings: { title: 'Settings', key: '8' },
  cloud: { title: 'Cloud', key: '9' },
  problems: { title: 'Problems', key: '0' },
} as const satisfies Readonly<Record<string, ScreenRow>>;

export type ScreenName = keyof typeof screenTable;

/** In the order of the tabs. */
export const screenNames = Object.keys(screenTable) as readonly ScreenName[];
