import { isMap, isNode, parseDocument, stringify } from 'yaml';
import { safeJson } from '../../base/safe-markup.ts';
import type { SecretSetting } from '../../config/profile-schema.ts';
import { SCHEMA_LINE } from '../config/schema-file.ts';

export interface Answers {
  readonly name: string;
  readonly url: string;
  readonly username: string;
  readonly password: SecretSetting;
  readonly caFile: string | undefined;
  readonly allowHttp: boolean;
}

/** The lines of one cluster, as they are written below `clusters:`. */
export function clusterText({ name, url, username, password, caFile, allowHttp }: Answers): string {
  const optional = [
    ...(caFile === undefined
      ? []
      : [`    caFile: ${scalar(caFile)}   # trusted in addition to those of the system\n`]),
    ...(allowHttp
      ? ['    allowHttp: true   # not encrypted: anyone on the network path can read the password\n']
      : []),
  ];
  const [[kind, value] = []] = Object.entries(password);
  return `  ${scalar(name)}:
    url: ${scalar(url)}
    username: ${scalar(username)}
    # Where the password is: file (0600), command, env or prompt; never the password itself.
    password:
      ${kind}: ${scalar(value)}
${optional.join('')}    # readOnly: true      # refuse everything that would change the cluster
    # production: true    # marked in every frame
    # interval: 2         # seconds between two polls
    # thresholds: { cpu: { warn: 85, crit: 95 } }
`;
}

export function configText(answers: Answers): string {
  return `${SCHEMA_LINE}# castwatch: watch a cluster with castwatch --profile NAME. Look at it with: castwatch config show.
clusters:
${clusterText(answers)}
# theme: auto             # auto, dark, light, …
# units: bits             # or bytes
# mouse: false
# notify: bell            # how a new critical problem is announced: bell, osc9, osc777, none
`;
}

/**
 * The configuration with one more cluster below the existing ones; everything else is unchanged. Undefined if lines
 * cannot be added to its format, such as `clusters: {…}`.
 */
export function withCluster(text: string, answers: Answers): string | undefined {
  const { contents } = parseDocument(text);
  const lines = clusterText(answers);
  const whole = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  if (contents === null) return `${whole}clusters:\n${lines}`;
  if (!isMap(contents) || contents.flow) return undefined;
  if (!contents.has('clusters')) return `${whole}\nclusters:\n${lines}`;
  const clusters = contents.get('clusters', true);
  if (!isMap(clusters) || clusters.flow) return undefined;
  const [first, last] = [clusters.items[0]?.key, clusters.items.at(-1)];
  const end = isNode(last?.value) ? last.value.range?.[1] : undefined;
  if (!isNode(first) || !first.range || end === undefined) return undefined;
  const indent = first.range[0] - (text.lastIndexOf('\n', first.range[0] - 1) + 1);
  const at = endOfBlock(whole, end, indent);
  return whole.slice(0, at) + lines.replace(/^ {2}/gm, ' '.repeat(indent)) + whole.slice(at);
}

/** End of the line at an offset, including comments below it with at least this indent. */
function endOfBlock(text: string, offset: number, indent: number): number {
  let at = offset > 0 && text[offset - 1] === '\n' ? offset : text.indexOf('\n', offset) + 1;
  for (;;) {
    const [line] = /^ *#[^\n]*\n/.exec(text.slice(at)) ?? [];
    if (line === undefined || line.search(/#/) < indent) return at;
    at += line.length;
  }
}

/** A value on one line, in quotes if it contains a line end or another control character, or if YAML makes lines of it. */
function scalar(value: unknown): string {
  const text = stringify(value, { lineWidth: 0, defaultStringType: 'PLAIN' }).trimEnd();
  if (typeof value !== 'string') return text;
  // `---` alone would be the beginning of another document, and becomes two lines.
  const needsQuotes = /\p{C}|\p{Zl}|\p{Zp}/u.test(value) || text.includes('\n');
  return needsQuotes ? safeJson(value, 'line').trimEnd() : text;
}
