import { configLayers, type Layer, type Sources } from '../../config/layers.ts';
import { readConfigText } from '../../config/load.ts';
import { lineStarts } from '../../config/offset.ts';
import { HIDDEN, redactText } from '../../config/redact.ts';
import { type ClusterTarget, profileNames, resolveTarget } from '../../config/resolve.ts';
import type { SecretSource } from '../../config/secret.ts';
import { AUTO } from '../../ui/theme/background.ts';
import { flagOf } from '../options/lookup.ts';
import { type OptionName, options } from '../options/table.ts';

type Row = readonly [name: string, value: string, origin: string];

interface Setting {
  readonly key: keyof Layer;
  /** Undefined: it can only be set in the configuration. */
  readonly option?: OptionName;
  /** The environment variable of a secret, which has no option. */
  readonly variable?: string;
  readonly show: (target: ClusterTarget) => string | undefined;
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

const settings: readonly Setting[] = [
  { key: 'username', option: 'username', show: ({ username }) => username ?? 'asked for' },
  {
    key: 'password',
    option: 'passwordFile',
    variable: 'CASTWATCH_PASSWORD',
    show: ({ password }) => secretWords(password),
  },
  { key: 'cloudUrl', option: 'cloudUrl', show: ({ cloudUrl }) => cloudUrl },
  {
    key: 'apiKey',
    option: 'apiKeyFile',
    variable: 'CASTWATCH_API_KEY',
    show: ({ apiKey }) => apiKey && secretWords(apiKey),
  },
  { key: 'serverKey', show: ({ serverKey }) => serverKey && secretWords(serverKey) },
  { key: 'readOnly', option: 'readOnly', show: ({ readOnly }) => yesOrNo(readOnly) },
  { key: 'production', show: ({ production }) => yesOrNo(production) },
  { key: 'wholeClusterWork', show: ({ wholeClusterWork }) => yesOrNo(wholeClusterWork) },
  { key: 'interval', option: 'interval', show: ({ interval }) => `${interval} s` },
  { key: 'theme', option: 'theme', show: ({ theme }) => theme ?? AUTO },
  { key: 'caFile', option: 'caFile', show: ({ caFile }) => caFile },
  { key: 'proxy', show: ({ reach: { proxy } }) => proxy && hiddenWords(proxy) },
  { key: 'clientCert', show: ({ reach: { clientCert } }) => clientCert?.cert },
  {
    key: 'headers',
    show: ({ reach: { headers } }) =>
      headers &&
      Object.entries(headers)
        .map(([name, value]) => `${name} ${typeof value === 'string' ? HIDDEN : secretWords(value)}`)
        .join(', '),
  },
  { key: 'socket', show: ({ reach: { socket } }) => socket },
  { key: 'allowHttp', option: 'allowHttp', show: ({ allowHttp }) => yesOrNo(allowHttp) },
];

/**
 * Every setting in force and its origin: an option, a variable, a line of the configuration, or `default`. For the
 * named cluster, or for all in the configuration. Secrets are not read.
 */
export function showConfig(sources: Sources): string {
  const { config, flags, environment } = sources;
  const named = resolveTarget(sources);
  const clusters = named
    ? [{ target: named, from: sources }]
    : profileNames(config).flatMap((profile) => {
        const from = { ...sources, flags: { ...flags, profile }, environment };
        const target = resolveTarget(from);
        return target ? [{ target, from }] : [];
      });
  const { path, file } = config;
  const lineOf = path === undefined ? undefined : lineStarts(readConfigText(path));
  const place = (at: readonly string[]) => (lineOf ? `${path}:${lineOf(at)}` : 'default');
  const { clusters: _, defaults: _defaults, ...general } = file;
  const parts = [
    table('castwatch', [
      ['configuration', path ?? 'none', ''],
      ...Object.entries(general).map(
        ([key, value]): Row => [key, JSON.stringify(value, withoutSecrets), place([key])],
      ),
    ]),
    ...clusters.map(({ target, from }) => table(target.name, clusterRows(target, from, place))),
  ];
  return parts.join('\n');
}

function clusterRows(
  target: ClusterTarget,
  sources: Sources,
  place: (at: readonly string[]) => string,
): readonly Row[] {
  const { profile: name, url } = target;
  const { flags, environment, config } = sources;
  const profile = name === undefined ? undefined : config.file.clusters?.[name];
  const layers = configLayers(url, profile, sources);
  const own = ['clusters', name ?? ''];
  const rows: Row[] = [];
  const givenUrl = flags.url ?? (flags.profile === undefined ? environment.url : undefined);
  if (givenUrl === undefined && name !== undefined) rows.push(['url', url, place([...own, 'url'])]);
  else rows.push(['url', url, flags.url === undefined ? 'CASTWATCH_URL' : '--url']);
  for (const { key, option, variable, show } of settings) {
    const value = show(target);
    if (value === undefined) continue;
    const by = layers.findIndex((layer) => layer[key] !== undefined);
    const spec = options.find(([each]) => each === option)?.[1];
    const origins = [
      option && flagOf(option),
      variable ?? spec?.env,
      profile && place([...own, key]),
      place(['defaults', key]),
    ];
    const isGeneral = by < 0 && key === 'theme' && config.file.theme !== undefined;
    rows.push([key, value, isGeneral ? place(['theme']) : (origins[by] ?? 'default')]);
  }
  const ownThresholds = new Set(Object.keys(profile?.thresholds ?? {}));
  for (const [key, value] of Object.entries(target.thresholds)) {
    const at = ownThresholds.has(key) ? own : ['defaults'];
    rows.push([`thresholds.${key}`, JSON.stringify(value), place([...at, 'thresholds', key])]);
  }
  const said = [[['defaults'], config.file.defaults] as const, [own, profile] as const];
  for (const [at, from] of said) {
    for (const [index, { match }] of (from?.journalPatterns ?? []).entries())
      rows.push(['journalPatterns', String(match), place([...at, 'journalPatterns', String(index)])]);
  }
  return rows;
}

/** A URL without its user and password, or where it comes from. */
const hiddenWords = (value: string | SecretSource) =>
  typeof value === 'string' ? redactText(value) : secretWords(value);

/** For `JSON.stringify`: values of headers and passwords in URLs are secret where they are written as they are. */
function withoutSecrets(key: string, value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (key !== 'headers' || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, typeof one === 'string' ? HIDDEN : one]),
  );
}

/** Where a secret is stored. Of a command only the program is shown, because an argument may be a secret. */
function secretWords(source: SecretSource): string {
  switch (source.kind) {
    case 'file':
      return `in the file ${source.path}`;
    case 'command':
      return `of the command ${typeof source.command === 'string' ? source.command.split(' ', 1)[0] : source.command[0]} …`;
    case 'env':
      return `in the variable ${source.name}`;
    case 'prompt':
      return 'asked for';
  }
}

function table(title: string, rows: readonly Row[]): string {
  const names = Math.max(...rows.map(([name]) => name.length));
  const values = Math.min(40, Math.max(...rows.map(([, value]) => value.length)));
  const lines = rows.map(([name, value, origin]) =>
    `  ${name.padEnd(names)}  ${value.padEnd(values)}  ${origin}`.trimEnd(),
  );
  return `${title}\n${lines.join('\n')}\n`;
}
