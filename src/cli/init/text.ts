import { stringify } from 'yaml';
import { safeJson } from '../../base/safe-markup.ts';
import type { SecretSetting } from '../../config/profile-schema.ts';

/** The answers to `castwatch init`. */
export interface Answers {
  readonly name: string;
  readonly url: string;
  readonly username: string;
  readonly password: SecretSetting;
  readonly caFile: string | undefined;
  readonly allowHttp: boolean;
}

/** The lines of one cluster, as they stand below `clusters:`. */
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

/** A whole configuration with one cluster. */
export function configText(answers: Answers): string {
  return `# castwatch: watch a cluster with castwatch --profile NAME. Look at it with: castwatch config show.
clusters:
${clusterText(answers)}
# theme: auto             # auto, dark, light, …
# units: bits             # or bytes
# mouse: false
# notify: bell            # how a new critical problem is announced: bell, osc9, osc777, none
`;
}

/** On one line: in quotes where the value has a line end or another control character. */
function scalar(value: unknown): string {
  if (typeof value === 'string' && /\p{C}|\p{Zl}|\p{Zp}/u.test(value))
    return safeJson(value, 'line').trimEnd();
  return stringify(value, { lineWidth: 0, defaultStringType: 'PLAIN' }).trimEnd();
}
