import { tableKeys } from '../../base/table.ts';

/** `monitor` runs if no command is named. */
const table = {
  monitor: {
    summary:
      'Watch a cluster: that of --url or --profile, or the default of the configuration; or several: --all, or several --profile. Runs without a command.',
  },
  init: { summary: 'Ask for a cluster, try it, and write a configuration for it.' },
  config: {
    argument: 'path|show|check|profiles|schema',
    summary:
      'Where the configuration is, what each value is and where it comes from, what to fix, which profiles there are, its JSON Schema for editors.',
  },
  demo: {
    summary: 'Watch an embedded simulated cluster, or with --fleet six. No other machine is contacted.',
  },
  simulate: {
    summary:
      'Run the simulated cluster alone; prints its addresses and logins as one line of JSON, with --fleet those of six.',
  },
  snapshot: {
    summary:
      'Poll everything once and print it, as JSON, as tables or as one frame of a screen; with --all by cluster.',
  },
  capture: {
    argument: 'FILE',
    summary:
      'Ask every endpoint once and write the answers with all names and texts replaced, for a report of a server that answers otherwise.',
  },
  check: {
    summary:
      'One line for monitoring systems, also about --all clusters; exit 0 healthy, 1 warning, 2 critical, 3 unknown or wrong usage. Data that the verdict needs and that could not be read is unknown, which ranks after critical and before warning. Problems that planned work (:maintenance) explains are counted apart, with who says so and until when, and are a warning where one is critical; acknowledged problems count and are marked.',
  },
  export: {
    summary:
      'Serve what is polled, and the problems, as OpenMetrics for Prometheus; with --all of every cluster in one process.',
  },
  record: { summary: 'Keep the history of a cluster without a screen, until a signal arrives.' },
  report: {
    summary: 'Write a report of what happened, from the history: Markdown for a ticket, or JSON.',
  },
  sessions: { summary: 'What each stream did in a period: sessions, interruptions, viewers, availability.' },
  capacity: { summary: 'Forecast when the daily peaks reach each limit.' },
  history: {
    argument: 'export|backfill|views|verify|copy [FILE]',
    summary:
      'Write figures of the history for other programs: as CSV, JSON lines or OpenMetrics; all of cluster, groups and servers for promtool tsdb create-blocks-from openmetrics; or SQL views for sqlite3. Verify that nothing in it is damaged; copy all of it to FILE while it is written.',
  },
  alerts: {
    argument: 'test alertmanager|command|webhook|heartbeat|all',
    summary: 'Send a test message by a way of the configuration, and print what came back.',
  },
  mcp: {
    summary:
      'Serve an assistant on standard input and output (Model Context Protocol), read-only: a live cluster, --file a history, or --from a recording.',
  },
  replay: { argument: 'FILE', summary: 'Play a recording on the same screens.' },
  completion: { argument: 'bash|zsh|fish', summary: 'Print the completion script of a shell.' },
  man: { summary: 'Print the manual page (roff).' },
} as const satisfies Record<string, CommandRow>;

interface CommandRow {
  readonly argument?: string;
  readonly summary: string;
}

export type CommandName = keyof typeof table;

export const commandTable: Readonly<Record<CommandName, CommandRow>> = table;
export const commandNames = tableKeys(commandTable);
