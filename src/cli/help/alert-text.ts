/** The ways of `alerts:` in the configuration, for the manual. */
export const alertWays: readonly (readonly [term: string, words: string])[] = [
  [
    'alertmanager',
    'urls: of all members; token: or username: and password:, caFile:, allowHttp:. One alert an incident, with alertname, cluster, incident, instance and severity as labels. silences: false reads and offers no silences.',
  ],
  [
    'command',
    'a list of words, or argv: and timeout: (30s). It runs without a shell; the incident comes as JSON on its standard input, the event (raised, changed, reminder, cleared, limited) in CASTWATCH_EVENT. An exit code other than 0 is tried again.',
  ],
  [
    'webhook',
    'url: (text, or file:, env:, command:), format: castwatch, slack, teams, discord or pagerduty (with routingKey:), headers: from secrets, caFile:. With secret: it is signed: webhook-signature is the HMAC-SHA256 of id, time and body (standardwebhooks.com). private: true allows an address of this machine or of a private network.',
  ],
];

/** Settings of all ways, or of one. */
export const alertRules: Readonly<Record<string, string>> = {
  severity: 'the least severity: critical, warning (default) or info',
  kinds: 'kinds of the cause, such as [server-gone, loss]; castwatch snapshot shows them as kind',
  clusters: 'names of profiles',
  for: 'how long an incident must last (30s; Alertmanager: 0s)',
  every: 'when an incident that nobody acknowledged is sent again',
  limit: 'most messages in an hour (60); the rest is sent later, and one message says so',
};
