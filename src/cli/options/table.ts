import { screenNames } from '../../actions/screen-table.ts';
import { INTERVAL_S } from '../../config/interval.ts';
import { LEAST_SERVERS, scenarioNames } from '../../simulator/scenarios.ts';
import { thresholds } from '../../triage/thresholds.ts';
import { themeChoices } from '../../ui/theme/background.ts';
import { figureNames } from '../../views/metrics/performance.ts';
import { unitKinds } from '../record/service-units.ts';
import type { OptionSpec } from './spec.ts';

const screens = ['monitor', 'demo', 'replay'] as const;
const live = ['monitor', 'snapshot', 'check', 'export', 'record', 'config'] as const;
/** Commands that read a history; they name the cluster, and log in nowhere. */
const historic = ['report', 'sessions', 'capacity'] as const;
const simulated = ['demo', 'simulate'] as const;
const COUNT = { type: 'number', value: 'N', min: 0, integer: true } as const;

/**
 * Rules that a check cannot judge: it reads everything itself, so nothing is stale, and what is usual shows only over
 * time.
 */
const UNCHECKED: ReadonlySet<string> = new Set(['stale', 'load', 'ingest']);

/** Names that `--warn` or `--crit` take, such as `cpu`. */
export function checkedNames(severity: 'warn' | 'crit'): readonly string[] {
  return thresholds
    .filter(({ part, family }) => part === severity && !UNCHECKED.has(family))
    .map(({ family }) => family);
}

/**
 * The one table of options: parsing, help, shell completion and the manual page are made of it. Keys are the
 * names in the code; on the command line `readOnly` is `--read-only`. There is no option for a password or key.
 */
const optionTable = {
  url: {
    type: 'text',
    value: 'URL',
    env: 'CASTWATCH_URL',
    commands: [...live, ...historic, 'init'],
    help: 'base URL of the cluster, such as https://cluster.example.com',
  },
  username: {
    type: 'text',
    value: 'NAME',
    env: 'CASTWATCH_USERNAME',
    commands: [...live, 'init'],
    help: 'user to log in as',
  },
  passwordFile: {
    type: 'text',
    value: 'FILE',
    path: true,
    commands: live,
    help: 'file with the password, readable by you alone; else CASTWATCH_PASSWORD, the profile, or asked for',
  },
  cloudUrl: {
    type: 'text',
    value: 'URL',
    env: 'CASTWATCH_CLOUD_URL',
    commands: live,
    help: 'base URL of the cloud interface',
  },
  apiKeyFile: {
    type: 'text',
    value: 'FILE',
    path: true,
    commands: live,
    help: 'file with the key of the cloud interface; else CASTWATCH_API_KEY or the profile',
  },
  profile: {
    type: 'text',
    value: 'NAME',
    env: 'CASTWATCH_PROFILE',
    profile: true,
    commands: [...live, ...historic, 'init'],
    help: 'cluster of the configuration; of init: the name to write',
  },
  config: {
    type: 'text',
    value: 'FILE',
    path: true,
    env: 'CASTWATCH_CONFIG',
    commands: [...live, ...historic, 'init', 'demo', 'replay'],
    help: 'configuration file, instead of the one in the usual place',
  },
  readOnly: {
    type: 'flag',
    commands: [...live, 'demo', 'replay'],
    help: 'refuse everything that would change the cluster',
  },
  interval: {
    type: 'number',
    value: 'SECONDS',
    min: INTERVAL_S.min,
    max: INTERVAL_S.max,
    commands: [...live, 'demo'],
    help: `between two polls of the dashboard, all others in proportion (default ${INTERVAL_S.standard})`,
  },
  caFile: {
    type: 'text',
    value: 'FILE',
    path: true,
    commands: [...live, 'init'],
    help: 'PEM file of authorities that are trusted besides those of the system',
  },
  allowHttp: {
    type: 'flag',
    commands: [...live, 'init'],
    help: 'allow plain HTTP to other machines; everyone on the way can read the password',
  },
  log: {
    type: 'text',
    value: 'FILE',
    path: true,
    commands: ['monitor', 'snapshot', 'check', 'export', 'record', 'demo'],
    help: 'append requests, durations and errors to a file, as JSON lines without secrets',
  },
  record: {
    type: 'text',
    value: 'FILE',
    path: true,
    commands: ['monitor', 'demo'],
    help: 'record every answer, without secrets, for castwatch replay',
  },
  history: {
    type: 'flag',
    negatable: true,
    commands: ['monitor', 'demo'],
    help: 'keep what is seen in the history of the cluster (default)',
  },
  since: {
    type: 'text',
    value: 'TIME',
    commands: [...historic, 'snapshot'],
    help: 'from when on, such as 24h, 14:30 or "2026-01-15 14:30" (report 1h, sessions 24h, capacity 60d); of snapshot: the journal',
  },
  until: { type: 'text', value: 'TIME', commands: historic, help: 'until when (default now)' },
  file: {
    type: 'text',
    value: 'FILE',
    path: true,
    commands: [...historic, 'record'],
    help: 'a history file, instead of that of the cluster; of record: with --from',
  },
  withhold: {
    type: 'flag',
    negatable: true,
    commands: ['report'],
    help: 'write [address 1] and the like for addresses, viewers and users (default)',
  },
  from: {
    type: 'text',
    value: 'RECORDING',
    path: true,
    commands: ['record'],
    help: 'take a recording into the history, and end',
  },
  all: { type: 'flag', commands: ['record'], help: 'every cluster of the configuration' },
  printUnit: {
    type: 'choice',
    value: 'KIND',
    choices: unitKinds,
    commands: ['record'],
    help: 'print a service file that runs castwatch record, and end',
  },
  screen: {
    type: 'choice',
    value: 'NAME',
    choices: screenNames,
    commands: [...screens, 'snapshot'],
    help: 'screen to start on; of snapshot: the screen to print',
  },
  size: {
    type: 'text',
    value: 'COLUMNSxROWS',
    commands: ['snapshot', 'replay'],
    help: 'size of the screen to print (default: that of the terminal, else 120x40)',
  },
  watch: {
    type: 'flag',
    commands: ['snapshot'],
    help: 'a line of JSON every --interval seconds (default 10), until a signal',
  },
  theme: {
    type: 'choice',
    value: 'NAME',
    choices: themeChoices,
    commands: [...screens, 'snapshot', 'config'],
    help: 'colours; auto (the default) asks the terminal for its background',
  },
  ascii: { type: 'flag', commands: [...screens, 'snapshot'], help: 'draw with ASCII characters only' },
  mouse: { type: 'flag', negatable: true, commands: screens, help: 'take clicks and the wheel' },
  lowBandwidth: {
    type: 'flag',
    commands: screens,
    help: 'for slow links: paint at most every five seconds, without ornaments',
  },
  kiosk: {
    type: 'number',
    value: 'SECONDS',
    min: 1,
    max: 3600,
    commands: ['demo'],
    help: 'tour the screens by itself, so many seconds each',
  },
  speed: {
    type: 'number',
    value: 'FACTOR',
    min: 0.25,
    max: 64,
    commands: ['demo', 'simulate', 'replay'],
    help: 'how fast time goes (default 1)',
  },
  cast: {
    type: 'text',
    value: 'FILE',
    path: true,
    commands: ['replay'],
    help: 'write the recording as a film for asciinema, without a terminal; --speed makes it shorter',
  },
  svg: {
    type: 'text',
    value: 'FILE',
    path: true,
    commands: ['replay'],
    help: 'write a moment of the recording as a picture, without a terminal',
  },
  at: {
    type: 'text',
    value: 'TIME',
    commands: ['replay'],
    help: 'the moment of the picture: 5m before the end, 14:30 (default: the end)',
  },
  seed: {
    ...COUNT,
    max: 2 ** 32 - 1,
    commands: simulated,
    help: 'of the simulated world; the same seed, the same world',
  },
  scenario: {
    type: 'choice',
    value: 'NAME',
    choices: scenarioNames,
    commands: simulated,
    help: 'what happens in the simulated world',
  },
  incident: {
    ...COUNT,
    min: 1,
    max: 2 ** 32 - 1,
    commands: simulated,
    help: 'an incident drawn by this number, in the place of --seed and --scenario; the same number, the same incident',
  },
  servers: { ...COUNT, min: LEAST_SERVERS, max: 2000, commands: simulated, help: 'simulated servers' },
  streams: { ...COUNT, max: 100_000, commands: simulated, help: 'simulated streams' },
  journalRate: {
    type: 'number',
    value: 'N',
    min: 0,
    max: 10_000,
    commands: simulated,
    help: 'simulated journal entries a second',
  },
  fault: {
    type: 'text',
    value: 'KIND[:ENDPOINT][@START[+SECONDS]]',
    multiple: true,
    commands: simulated,
    help: 'something that goes wrong, such as black-hole:dashboard@30+60; may be given several times; castwatch man lists the kinds',
  },
  host: {
    type: 'text',
    value: 'ADDRESS',
    commands: ['simulate'],
    help: 'address to listen on (default 127.0.0.1)',
  },
  port: {
    ...COUNT,
    max: 65_535,
    commands: ['simulate'],
    help: 'port to listen on (default: any that is free)',
  },
  listen: {
    type: 'text',
    value: 'HOST:PORT',
    commands: ['export'],
    help: 'address to serve on (default 127.0.0.1:9464)',
  },
  allowHost: {
    type: 'text',
    value: 'NAME',
    multiple: true,
    commands: ['export'],
    help: 'a name in Host that scrapers use, besides addresses and those of this machine; may be given several times',
  },
  streamMetrics: {
    ...COUNT,
    max: 10_000,
    commands: ['export'],
    help: 'figures of single streams, too, of so many with the most viewers (default 0)',
  },
  printRules: {
    type: 'flag',
    commands: ['export'],
    help: 'print alert rules for Prometheus, one for each rule of the Problems screen, and end',
  },
  printDashboard: {
    type: 'flag',
    commands: ['export'],
    help: 'print a dashboard for Grafana (JSON, to import there), and end',
  },
  tlsCert: {
    type: 'text',
    value: 'FILE',
    path: true,
    commands: ['export'],
    help: 'serve over TLS with this certificate (PEM, with its chain), read again when renewed; together with --tls-key',
  },
  tlsKey: {
    type: 'text',
    value: 'FILE',
    path: true,
    commands: ['export'],
    help: 'its private key (PEM, without a passphrase), readable by you alone',
  },
  tokenFile: {
    type: 'text',
    value: 'FILE',
    path: true,
    commands: ['export'],
    help: 'file with the bearer token that scrapers must send, readable by you alone',
  },
  format: {
    type: 'choice',
    value: 'FORMAT',
    choices: ['json', 'table', 'text', 'csv', 'markdown', 'svg'],
    commands: ['snapshot', 'check', ...historic],
    help: 'how it is printed; the default stands first',
  },
  polls: {
    type: 'number',
    value: 'N',
    min: 2,
    max: 100,
    integer: true,
    commands: ['check'],
    help: 'polls before the verdict, at the interval; what holds in all of them counts (default 2)',
  },
  warn: {
    type: 'text',
    letters: 'w',
    value: 'NAME=VALUE',
    multiple: true,
    commands: ['check'],
    help: `a limit for warnings: a rule's threshold, such as cpu=80 (${checkedNames('warn').join(', ')}), or a range of a figure, such as servers=12: (${[...figureNames.keys()].join(', ')}); may be given several times`,
  },
  crit: {
    type: 'text',
    letters: 'c',
    value: 'NAME=VALUE',
    multiple: true,
    commands: ['check'],
    help: `a limit for criticals, as --warn; the rules' thresholds are ${checkedNames('crit').join(', ')}`,
  },
  hostname: {
    type: 'text',
    letters: 'H',
    value: 'HOST',
    commands: ['check'],
    help: 'the cluster by its host, with a port where it needs one; --url for the rest',
  },
  timeout: {
    type: 'number',
    letters: 't',
    value: 'SECONDS',
    min: 1,
    max: 3600,
    commands: ['check'],
    help: 'unknown where there is no verdict after that time (default: 10 s for each poll)',
  },
  problem: {
    type: 'text',
    value: 'RULE',
    commands: ['check'],
    help: 'only problems of this rule, such as server-hot, or with this key',
  },
  server: {
    type: 'text',
    value: 'NAME',
    commands: ['check'],
    help: 'only this server; critical where it is not there',
  },
  stream: {
    type: 'text',
    value: 'KEY',
    commands: ['check'],
    help: 'only this stream, by its key or id; critical where it is not there',
  },
  application: {
    type: 'text',
    value: 'NAME',
    commands: ['check'],
    help: 'only this application; critical where it is not there',
  },
  tokenCache: {
    type: 'flag',
    negatable: true,
    commands: ['snapshot', 'check'],
    help: 'keep the login for the next run, in a file for you alone (default)',
  },
  verbose: {
    type: 'flag',
    letters: 'v',
    counted: true,
    commands: ['check'],
    help: 'more: -v all problems and what fills up on the line, -vv each on a line of its own, -vvv what was done',
  },
  help: { type: 'flag', letters: 'h', commands: 'all', help: 'this help; after a command, its own' },
  version: { type: 'flag', letters: 'Vv', commands: 'all', help: 'the version' },
} as const satisfies Record<string, OptionSpec>;

export type OptionName = keyof typeof optionTable;

type ValueOf<S extends OptionSpec> = S extends { multiple: true }
  ? readonly string[]
  : S extends { counted: true }
    ? number
    : S extends { type: 'flag' }
      ? boolean
      : S extends { type: 'number' }
        ? number
        : S extends { choices: infer C extends readonly string[] }
          ? C[number]
          : string;

/** The options that were given; the others are absent. */
export type Options = { readonly [N in OptionName]?: ValueOf<(typeof optionTable)[N]> | undefined };

/** The table with the wide type, for generic code. */
export const options: readonly (readonly [OptionName, OptionSpec])[] = Object.entries(optionTable).map(
  ([name, spec]) => [name as OptionName, spec],
);
