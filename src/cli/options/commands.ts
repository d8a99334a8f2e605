/** `monitor` runs if no command is named. */
export const commandTable = [
  {
    name: 'monitor',
    argument: undefined,
    summary:
      'Watch a cluster: that of --url or --profile, or the default of the configuration; or several: --all, or several --profile. Runs without a command.',
  },
  {
    name: 'init',
    argument: undefined,
    summary: 'Ask for a cluster, try it, and write a configuration for it.',
  },
  {
    name: 'config',
    argument: 'path|show|check|profiles|schema',
    summary:
      'Where the configuration is, what each value is and where it comes from, what to fix, which profiles there are, its JSON Schema for editors.',
  },
  {
    name: 'demo',
    argument: undefined,
    summary: 'Watch an embedded simulated cluster, or with --fleet six. No other machine is contacted.',
  },
  {
    name: 'simulate',
    argument: undefined,
    summary:
      'Run the simulated cluster alone; prints its addresses and logins as one line of JSON, with --fleet those of six.',
  },
  {
    name: 'snapshot',
    argument: undefined,
    summary:
      'Poll everything once and print it, as JSON, as tables or as one frame of a screen; with --all by cluster.',
  },
  {
    name: 'capture',
    argument: 'FILE',
    summary:
      'Ask every endpoint once and write the answers with all names and texts replaced, for a report of a server that answers otherwise.',
  },
  {
    name: 'check',
    argument: undefined,
    summary:
      'One line for monitoring systems, also about --all clusters; exit 0 healthy, 1 warning, 2 critical, 3 unknown or wrong usage. Data that the verdict needs and that could not be read is unknown, which ranks after critical and before warning. Problems that planned work (:maintenance) explains are counted apart, with who says so and until when, and are a warning where one is critical; acknowledged problems count and are marked.',
  },
  {
    name: 'export',
    argument: undefined,
    summary:
      'Serve what is polled, and the problems, as OpenMetrics for Prometheus; with --all of every cluster in one process.',
  },
  {
    name: 'record',
    argument: undefined,
    summary: 'Keep the history of a cluster without a screen, until a signal arrives.',
  },
  {
    name: 'report',
    argument: undefined,
    summary:
      'Write a report of what happened, from the history: Markdown for a ticket, one HTML file, JSON, or a picture.',
  },
  {
    name: 'sessions',
    argument: undefined,
    summary: 'What each stream did in a period: sessions, interruptions, viewers, availability.',
  },
  { name: 'capacity', argument: undefined, summary: 'Forecast when the daily peaks reach each limit.' },
  {
    name: 'history',
    argument: 'export|backfill|views|verify|copy [FILE]',
    summary:
      'Write figures of the history for other programs: as CSV, JSON lines or OpenMetrics; all of cluster, groups and servers for promtool tsdb create-blocks-from openmetrics; or SQL views for sqlite3. Verify that nothing in it is damaged; copy all of it to FILE while it is written.',
  },
  {
    name: 'alerts',
    argument: 'test alertmanager|command|webhook|heartbeat|all',
    summary: 'Send a test message by a way of the configuration, and print what came back.',
  },
  {
    name: 'mcp',
    argument: undefined,
    summary:
      'Serve an assistant on standard input and output (Model Context Protocol), read-only: a live cluster, --file a history, or --from a recording.',
  },
  { name: 'replay', argument: 'FILE', summary: 'Play a recording on the same screens.' },
  {
    name: 'completion',
    argument: 'bash|zsh|fish',
    summary: 'Print the completion script of a shell.',
  },
  { name: 'man', argument: undefined, summary: 'Print the manual page (roff).' },
] as const satisfies readonly {
  readonly name: string;
  readonly argument: string | undefined;
  readonly summary: string;
}[];

export type CommandName = (typeof commandTable)[number]['name'];
