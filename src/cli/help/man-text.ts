import type { ConfigFile, Profile } from '../../config/profile-schema.ts';

type Words = readonly (readonly [term: string, words: string])[];

/** Environment variables without an option, and what they do. */
export const variables: Words = [
  ['CASTWATCH_PASSWORD', 'password, where no file is given'],
  ['CASTWATCH_API_KEY', 'key of the cloud interface, where no file is given'],
  ['CASTWATCH_DEBUG', '1: a crash report has all lines of the stack'],
  [
    'HTTPS_PROXY, HTTP_PROXY, NO_PROXY',
    'proxies, and what is asked without one, also in lower case; never used for loopback addresses and localhost',
  ],
  ['NO_COLOR', 'set: no colours'],
  [
    'FORCE_COLOR',
    '0 to 3: no colours, 16, 256, or 24 bit, regardless of the terminal; in a pipe or file, too',
  ],
  ['CLICOLOR, CLICOLOR_FORCE', '0: no colours; CLICOLOR_FORCE=1: colours in a pipe or file, too'],
  ['COLORTERM', 'truecolor or 24bit: 24-bit colours'],
  ['XTERM_VERSION', 'with TERM=xterm: 256 colours'],
  ['COLORFGBG', 'whether the background is light or dark, if the terminal does not answer'],
  ['TERM', 'what the terminal can; dumb: no screens'],
  ['TERM_PROGRAM, WT_SESSION', 'set by terminals to say which colours they support'],
  ['LC_ALL, LC_CTYPE, LANG', 'the first that is set and not UTF-8: drawn with ASCII characters only'],
  ['TMUX, STY', 'tmux or screen: copies and notifications are wrapped for it'],
  ['VISUAL, EDITOR', 'editor that a form opens'],
  ['INK_SCREEN_READER', 'true: as --screen-reader'],
  [
    'NOTIFY_SOCKET, WATCHDOG_USEC, CREDENTIALS_DIRECTORY',
    'set by systemd for castwatch record and export: whom to tell that data arrive, and where copies of the files are',
  ],
  ['XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME', 'where the files below are, on Linux'],
  ['npm_lifecycle_script', 'set by npx: castwatch init names npx castwatch as the next step'],
  ['TZ', 'time zone of every time shown'],
  ['NODE_COMPILE_CACHE', 'where compiled code is kept for the next start, instead of the cache directory'],
  ['NODE_DISABLE_COMPILE_CACHE', 'set: no compiled code is kept'],
];

const STATE = '~/.local/state/castwatch';

/** Paths of files on Linux. */
export const files: Words = [
  ['~/.config/castwatch/config.yaml', 'configuration; castwatch config path says which one is used'],
  [`${STATE}/history-*.db`, 'history of a cluster, one file for each URL (SQLite)'],
  [
    `${STATE}/history-*.db.pager`,
    'empty; locked by the program that sends messages (.recorder: by the recorder)',
  ],
  [`${STATE}/cluster-*.json`, 'acknowledgements and known users of a cluster'],
  [`${STATE}/token-*.json`, 'login of the monitor, snapshot and check, kept for their next run (0600)'],
  [`${STATE}/maintenance.txt`, 'planned work, a line each: begin, end or duration, profile, object, note'],
  [`${STATE}/audit.jsonl`, 'every change sent to a cluster, before it is sent and with its result (0600)'],
  ['~/.cache/castwatch', 'compiled code; may be deleted'],
];

const secretForms = 'one of file: (0600), command:, env:';

/** Settings of a cluster, below clusters: and its name. All except url may also be below defaults:. */
export const clusterSettings: Readonly<Record<keyof Required<Profile>, string>> = {
  url: 'base URL of the cluster',
  username: 'user to log in as',
  password: `${secretForms} or prompt: true; never the password itself`,
  cloudUrl: 'base URL of the cloud interface',
  apiKey: `${secretForms}; key of the cloud interface`,
  serverKey: `${secretForms}; X-Api-Key of the management interface, instead of user and password`,
  readOnly: 'true: everything that would change the cluster is refused',
  production: 'true: marked in every frame; no write without a line in the audit',
  wholeClusterWork: 'true: planned work on the object cluster explains every problem; else it does not count',
  interval: 'seconds between two polls of the dashboard',
  theme: 'colours, as --theme',
  allowHttp: 'true: plain HTTP to other machines',
  caFile: 'PEM file of certificate authorities to trust, in addition to those of the system',
  proxy: `URL of an HTTP proxy, such as http://user:password@proxy.example.com:3128, or ${secretForms}; none: also not that of the environment`,
  clientCert: `{cert, key, passphrase}: PEM files of a client certificate (mTLS), the key 0600; passphrase: ${secretForms}`,
  headers: `further headers for a gateway, by name: text, or ${secretForms}; shown nowhere`,
  socket: 'path of a Unix socket that is connected in place of the host in url',
  thresholds: 'figures of the rules: see THRESHOLDS',
  journalPatterns: 'list of {match, severity, title}: entries of the journal that make a problem',
};

/** Settings beside clusters: and defaults:. */
export const generalSettings: Readonly<
  Record<keyof Required<Omit<ConfigFile, 'clusters' | 'defaults'>>, string>
> = {
  fleets: 'clusters under a common name for --profile, such as live: [eu, us, ap]',
  default: 'cluster or fleet to watch if none is named; not needed if there is only one cluster',
  keys: 'keys of commands by their names, such as app.quit: [Q]; ? shows the names',
  commands:
    'programs of your own on what is selected, by name: {on, run, title, key, terminal, confirm, readOnly, shell, timeout}',
  theme: 'colours, as --theme',
  units: 'bits or bytes',
  mouse: 'true: take clicks and the wheel',
  history:
    'how long the history is kept: raw, minute, quarter, journal (14d), maxBytes (2GB); directory: a shared place, whose owner writes and whose group reads; prometheus: {url, labels, token, and caFile, proxy, clientCert, headers, socket as of a cluster}: older figures, see castwatch history',
  alerts: 'who is told of incidents: alertmanager, command, webhook, heartbeat; see ALERTS',
  notify: 'how a new critical problem is announced: bell, osc9, osc777 or none',
};

export const examples: Words = [
  ['castwatch init', 'write a configuration for a cluster, asking for what it needs'],
  ['castwatch --profile production --read-only', 'watch it; nothing can be changed'],
  ['castwatch demo --scenario incident', 'watch an incident in a simulated cluster'],
  [
    'ssh -N -L 8080:127.0.0.1:8080 operator@host & castwatch --url http://127.0.0.1:8080',
    'watch a server that listens on its own loopback only',
  ],
  ['castwatch check --profile production --warn cpu=80', 'one line for a monitoring system'],
  ['castwatch snapshot --profile production | jq .servers', 'everything once, as JSON'],
  ['castwatch snapshot --profile production --screen problems --size 100x30', 'a screen, for a ticket'],
  ['castwatch report --profile production --since 2h', 'what happened in the last two hours'],
];

/** The ways of `alerts:` in the configuration, for the manual. */
export const alertWays: Words = [
  [
    'alertmanager',
    'urls: of all members; token: or username: and password:, caFile:, allowHttp:, and proxy:, clientCert:, headers:, socket: as of a cluster. One alert an incident, CastwatchIncident, with cluster, incident, kind, severity and url as labels. silences: false reads and offers no silences. heartbeat: true sends CastwatchWatchdog, which always fires.',
  ],
  [
    'command',
    'a list of words, or argv: and timeout: (30s). It runs without a shell; the incident comes as JSON on its standard input, the event (raised, changed, grew, reminder, cleared) in CASTWATCH_EVENT. An exit code other than 0 is tried again.',
  ],
  [
    'webhook',
    'url: (text, or file:, env:, command:), format: castwatch, slack, teams, discord or pagerduty (with routingKey:), caFile:, and proxy:, clientCert:, headers:, socket: as of a cluster. With secret: it is signed: webhook-signature is the HMAC-SHA256 of id, time and body (standardwebhooks.com). private: true allows an address of this machine or of a private network.',
  ],
  [
    'heartbeat',
    'url: of a service that calls people when it hears nothing, every: (1m), private:, and the ways of a webhook. record calls it with GET while it looks at all its clusters and can tell.',
  ],
];

/** Settings of all ways, or of one. */
export const alertRules: Readonly<Record<string, string>> = {
  severity: 'the least severity: critical, warning (default) or info',
  kinds: 'kinds of any of its problems, such as [server-gone, loss]; castwatch snapshot shows them as kind',
  clusters: 'names of profiles',
  for: 'how long an incident must last (30s; Alertmanager: 0s)',
  every: 'when an incident that nobody acknowledged is sent again',
  limit: 'most messages in an hour (60); what is not critical waits then, and the messages say so',
};
