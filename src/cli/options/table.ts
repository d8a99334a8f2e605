import { isOfFleet, placeNames } from '../../actions/screen-table.ts';
import { INTERVAL_S } from '../../config/interval.ts';
import { absenceMeanings } from '../../history/sessions/absence-meaning.ts';
import { LEAST_SERVERS, scenarioNames } from '../../simulator/scenarios.ts';
import { thresholds } from '../../triage/thresholds.ts';
import { themeChoices } from '../../ui/theme/background.ts';
import { figureNames } from '../../views/metrics/performance.ts';
import { castVersions } from '../replay/asciicast.ts';
import { unitKinds } from '../service/units.ts';
import type { OptionSpec } from './spec.ts';

const screens = ['monitor', 'demo', 'replay'] as const;
const live = ['monitor', 'snapshot', 'check', 'export', 'record', 'config', 'capture', 'mcp'] as const;
/** Commands that read a history; they need the cluster's name and no login. */
const historic = ['report', 'sessions', 'capacity', 'history'] as const;
const simulated = ['demo', 'simulate'] as const;
const COUNT = { type: 'number', value: 'N', min: 0, integer: true } as const;
const FILE = { type: 'text', value: 'FILE', path: true } as const;
const NAME = { type: 'text', value: 'NAME' } as const;
const SECONDS = { type: 'number', value: 'SECONDS', min: 1, max: 3600 } as const;

/**
 * Thresholds that a check cannot use: it reads everything itself, so nothing is stale, and usual values are known
 * only over time.
 */
const UNCHECKED: ReadonlySet<string> = new Set(['stale', 'load', 'ingest']);

export function checkedNames(severity: 'warn' | 'crit'): readonly string[] {
  return thresholds
    .filter(({ part, family }) => part === severity && !UNCHECKED.has(family))
    .map(({ family }) => family);
}

/** `cpu=` and the like: the thresholds, then the figures. */
function limitStarts(severity: 'warn' | 'crit'): readonly string[] {
  return [...checkedNames(severity), ...figureNames.keys()].map((name) => `${name}=`);
}

/**
 * The only table of options: parsing, help, shell completion and manual page are made from it. Keys are the names
 * in the code; on the command line `readOnly` is `--read-only`. There is no option for a password or key.
 */
const optionTable = {
  url: {
    type: 'text',
    value: 'URL',
    env: 'CASTWATCH_URL',
    commands: [...live, ...historic, 'init'],
    help: 'base URL of the cluster, such as https://cluster.example.com',
  },
  username: { ...NAME, env: 'CASTWATCH_USERNAME', commands: [...live, 'init'], help: 'user to log in as' },
  passwordFile: {
    ...FILE,
    commands: live,
    help: 'file with the password, readable only by you; otherwise CASTWATCH_PASSWORD, the profile, or a prompt',
  },
  cloudUrl: {
    type: 'text',
    value: 'URL',
    env: 'CASTWATCH_CLOUD_URL',
    commands: live,
    help: 'base URL of the cloud interface',
  },
  apiKeyFile: {
    ...FILE,
    commands: live,
    help: 'file with the key of the cloud interface; otherwise CASTWATCH_API_KEY or the profile',
  },
  profile: {
    ...NAME,
    env: 'CASTWATCH_PROFILE',
    profile: true,
    commands: [...live, ...historic, 'init'],
    help: 'cluster or fleet of the configuration; several: --profile eu --profile us, or eu,us; for init: the name to write',
  },
  config: {
    ...FILE,
    env: 'CASTWATCH_CONFIG',
    commands: [...live, ...historic, 'init', 'demo', 'replay', 'alerts'],
    help: 'configuration file, instead of the default one',
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
    help: `between two polls of the dashboard; all other polls scale with it (default ${INTERVAL_S.standard})`,
  },
  caFile: {
    ...FILE,
    commands: [...live, 'init'],
    help: 'PEM file of certificate authorities to trust, in addition to those of the system',
  },
  allowHttp: {
    type: 'flag',
    commands: [...live, 'init'],
    help: 'allow plain HTTP to other machines; anyone on the network path can read the password',
  },
  log: {
    ...FILE,
    commands: ['monitor', 'snapshot', 'check', 'export', 'record', 'demo'],
    help: 'append requests, durations and errors to a file, as JSON lines without secrets',
  },
  record: {
    ...FILE,
    commands: ['monitor', 'demo'],
    help: 'record every answer, without secrets, for castwatch replay',
  },
  history: {
    type: 'flag',
    negatable: true,
    commands: ['monitor', 'demo'],
    help: 'store what is polled in the history of the cluster (default)',
  },
  since: {
    type: 'text',
    value: 'TIME',
    commands: [...historic, 'snapshot'],
    help: 'start of the period, such as 24h, 14:30 or "2026-01-15 14:30" (report 1h, sessions 24h, capacity 60d, history export 24h, backfill all); of snapshot: the journal',
  },
  at: {
    type: 'text',
    value: 'TIME',
    commands: ['snapshot', 'check'],
    help: 'what the history has of this time, such as 24h, 14:30 or "2026-01-15 14:30"; the cluster is not asked',
  },
  until: { type: 'text', value: 'TIME', commands: historic, help: 'end of the period (default now)' },
  metric: {
    ...NAME,
    multiple: true,
    commands: ['history'],
    help: 'a figure by its name in export, such as castwatch_server_cpu_ratio (default: all of cluster, groups and servers); may be given several times, for CSV once',
  },
  label: {
    type: 'text',
    value: 'NAME=VALUE',
    multiple: true,
    commands: ['history'],
    help: 'a label for every sample, such as job=castwatch; may be given several times',
  },
  absence: {
    type: 'choice',
    value: 'MEANING',
    choices: absenceMeanings,
    commands: ['sessions'],
    help: 'what the absence of a stream means: it counts as down until its publisher ends it (CLOSING in the journal, the default); one of more than ten minutes ends the stream; or was planned',
  },
  file: {
    ...FILE,
    commands: [...historic, 'record', 'mcp'],
    help: 'a history file, instead of the one of the cluster; for record: only with --from',
  },
  withhold: {
    type: 'flag',
    negatable: true,
    commands: ['report'],
    help: 'write [address 1] and the like for addresses, e-mails, tokens, viewers and users (default); the end of the report lists what is looked for, and that names of servers, streams and hosts stay',
  },
  from: {
    ...FILE,
    commands: ['record', 'mcp'],
    help: 'for record: import this recording into the history, then exit; for mcp: a recording',
  },
  all: {
    type: 'flag',
    commands: ['monitor', 'record', 'check', 'snapshot', 'export', ...historic],
    help: 'every cluster of the configuration',
  },
  printUnit: {
    type: 'choice',
    value: 'KIND',
    choices: unitKinds,
    commands: ['record', 'export'],
    help: 'print a service file that runs this command with these options, then exit',
  },
  screen: {
    type: 'choice',
    value: 'NAME',
    choices: placeNames.filter((name) => !isOfFleet(name)),
    commands: [...screens, 'snapshot'],
    help: 'screen to start on; for snapshot: the screen to print',
  },
  open: {
    type: 'text',
    value: 'incident:ID',
    commands: ['monitor'],
    help: 'select an incident on the Problems screen, by its id in an alert',
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
    help: 'watch as the screens do, and print a line of JSON every --interval seconds (default 10), until a signal',
  },
  only: {
    type: 'choice',
    value: 'WHAT',
    choices: ['problems'],
    commands: ['snapshot'],
    help: 'with --watch: a line of JSON for each problem that is raised, changed or cleared',
  },
  fields: {
    type: 'text',
    value: 'NAME,NAME.NAME',
    commands: ['snapshot'],
    help: 'only these members of the JSON, such as totals.viewers,problems.key',
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
  screenReader: {
    type: 'flag',
    commands: screens,
    help: 'sentences for a screen reader instead of drawn screens, with the same keys',
  },
  kiosk: {
    ...SECONDS,
    commands: ['monitor', 'demo'],
    help: 'show the screens one after the other, this many seconds each, as on a wall display',
  },
  speed: {
    type: 'number',
    value: 'FACTOR',
    min: 0.25,
    max: 64,
    commands: ['demo', 'simulate', 'replay'],
    help: 'speed of time (default 1)',
  },
  cast: {
    ...FILE,
    commands: ['replay'],
    help: 'write the recording as a film for asciinema, without a terminal; --speed makes it shorter',
  },
  castVersion: {
    type: 'choice',
    value: 'N',
    choices: castVersions,
    commands: ['replay'],
    help: 'version of the format of --cast: 2 (default) for every asciinema, 3 for 3.0 and newer',
  },
  seed: {
    ...COUNT,
    max: 2 ** 32 - 1,
    commands: simulated,
    help: 'seed of the simulated cluster; the same seed gives the same cluster',
  },
  scenario: {
    type: 'choice',
    value: 'NAME',
    choices: scenarioNames,
    commands: simulated,
    help: 'what happens in the simulated cluster',
  },
  fleet: {
    type: 'flag',
    commands: simulated,
    help: 'six simulated clusters instead of one: one has an incident, and two have the same cause',
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
  host: {
    type: 'text',
    value: 'ADDRESS',
    commands: ['simulate'],
    help: 'address to listen on (default 127.0.0.1)',
  },
  port: { ...COUNT, max: 65_535, commands: ['simulate'], help: 'port to listen on (default: any free port)' },
  listen: {
    type: 'text',
    value: 'HOST:PORT',
    commands: ['export'],
    help: 'address to serve on (default 127.0.0.1:17864)',
  },
  allowHost: {
    ...NAME,
    multiple: true,
    commands: ['export'],
    help: 'a host name that scrapers use, in addition to IP addresses and the names of this machine; may be given several times',
  },
  streamMetrics: {
    ...COUNT,
    max: 10_000,
    commands: ['export'],
    help: 'also figures of single streams: this many, those with the most viewers first (default 0)',
  },
  printRules: {
    type: 'flag',
    commands: ['export'],
    help: 'print alert rules for Prometheus, one for each severity of incidents, then exit',
  },
  printDashboard: {
    type: 'flag',
    commands: ['export'],
    help: 'print a dashboard for Grafana (JSON, to import there), then exit',
  },
  tlsCert: {
    ...FILE,
    commands: ['export'],
    help: 'serve over TLS with this certificate (PEM, with its chain), read again when renewed; together with --tls-key',
  },
  tlsKey: {
    ...FILE,
    commands: ['export'],
    help: 'its private key (PEM, without a passphrase), readable only by you',
  },
  tokenFile: {
    ...FILE,
    commands: ['export'],
    help: 'file with the bearer token that scrapers must send, readable only by you',
  },
  format: {
    type: 'choice',
    value: 'FORMAT',
    choices: ['json', 'table', 'text', 'csv', 'markdown', 'ndjson', 'openmetrics'],
    commands: ['snapshot', 'check', ...historic],
    help: 'output format; the first one is the default',
  },
  polls: {
    ...COUNT,
    min: 2,
    max: 100,
    commands: ['check'],
    help: 'polls before the result, one per interval; a problem counts if it is in all of them (default 2)',
  },
  warn: {
    type: 'text',
    letters: 'w',
    value: 'NAME=VALUE',
    multiple: true,
    starts: limitStarts('warn'),
    commands: ['check'],
    help: `a limit for warnings: a rule's threshold, such as cpu=80 (${checkedNames('warn').join(', ')}), or a range of a figure, such as servers=12: (${[...figureNames.keys()].join(', ')}); may be given several times`,
  },
  crit: {
    type: 'text',
    letters: 'c',
    value: 'NAME=VALUE',
    multiple: true,
    starts: limitStarts('crit'),
    commands: ['check'],
    help: `a limit for criticals, as --warn; the rules' thresholds are ${checkedNames('crit').join(', ')}`,
  },
  hostname: {
    type: 'text',
    letters: 'H',
    value: 'HOST',
    commands: ['check'],
    help: 'host name of the cluster, with a port if needed; --url for anything else',
  },
  timeout: {
    ...SECONDS,
    letters: 't',
    commands: ['check'],
    help: 'report unknown if there is no result after this time (default: 10 s for each poll)',
  },
  problem: {
    type: 'text',
    value: 'RULE',
    commands: ['check', 'report'],
    help: 'only problems of this rule, such as server-hot, or with this key; of report: the last incident with such a problem in 24h, or since --since',
  },
  server: { ...NAME, commands: ['check'], help: 'only this server; critical if it is missing' },
  stream: {
    type: 'text',
    value: 'KEY',
    commands: ['check'],
    help: 'only this stream, by its key or id; critical if it is missing',
  },
  application: { ...NAME, commands: ['check'], help: 'only this application; critical if it is missing' },
  tokenCache: {
    type: 'flag',
    negatable: true,
    commands: ['monitor', 'snapshot', 'check', 'capture'],
    help: 'keep the login for the next run, in a file that only you can read (default)',
  },
  verbose: {
    type: 'flag',
    letters: 'v',
    counted: true,
    commands: ['check'],
    help: 'more output: -v all problems and rising loads on the same line, -vv each on a line of its own, -vvv what was done',
  },
  help: {
    type: 'flag',
    letters: 'h',
    commands: 'all',
    help: 'show this help; after a command, the help of the command',
  },
  version: { type: 'flag', letters: 'Vv', commands: 'all', help: 'show the version' },
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

/** The given options; the others are undefined. */
export type Options = { readonly [N in OptionName]?: ValueOf<(typeof optionTable)[N]> | undefined };

/** The table with a wide type, for generic code. */
export const options: readonly (readonly [OptionName, OptionSpec])[] = Object.entries(optionTable).map(
  ([name, spec]) => [name as OptionName, spec],
);
