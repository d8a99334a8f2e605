import type { Sources } from '../../config/layers.ts';
import type { Config } from '../../config/load.ts';
import { membersOf, profileNames, withDefaultCluster } from '../../config/resolve.ts';
import { parseBaseUrl } from '../../config/url.ts';
import { flagOf } from '../options/lookup.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import type { OptionName, Options } from '../options/table.ts';

export type Choice =
  /** No cluster is named, and the configuration does not decide. */
  | { readonly kind: 'none' }
  /** The cluster that `resolveTarget` finds with these options. */
  | { readonly kind: 'one'; readonly flags: Options }
  /** Several at once, or a fleet of one: `memberOf` makes the sources of each. */
  | {
      readonly kind: 'fleet';
      /** `all`, the name of the fleet, or the names of its clusters. */
      readonly name: string;
      /** In the order in which they were named, each once. */
      readonly profiles: readonly string[];
    };

/**
 * The clusters that command line, environment and configuration name, for every command: `--all`, one or several
 * `--profile` of clusters and fleets, `--url`, else `default:`, else the only cluster. The monitor opens all of
 * several clusters where nothing else decides. Throws a `UsageError` for options that contradict each other, and a
 * `ConfigError` for unknown names.
 */
export function chooseClusters(args: Arguments, config: Config): Choice {
  const { environment } = args;
  const all = profileNames(config);
  if (args.options.all) {
    if (all.length === 0) throw new UsageError('--all: the configuration names no cluster');
    if (args.flags.profile !== undefined) throw new UsageError('--all and --profile: leave one of them out');
    return fleet('all', all, args);
  }
  const flags = withDefaultCluster(args.flags, environment, config);
  const isByFlag = flags.url !== undefined || flags.profile !== undefined;
  const { url, profile } = isByFlag ? flags : environment;
  if (profile !== undefined) {
    const profiles = [...new Set(profile.split(',').flatMap((name) => membersOf(name, config)))];
    if (profiles.length === 1 && profiles[0] === profile) return { kind: 'one', flags };
    if (url !== undefined) {
      throw new UsageError(`the URL ${url} is of one cluster, and ${profile} are several: leave one out`);
    }
    return fleet(profile.split(',').join(', '), profiles, args);
  }
  if (url !== undefined) return { kind: 'one', flags };
  return args.command === 'monitor' && all.length > 1 ? fleet('all', all, args) : { kind: 'none' };
}

/**
 * The options with which `resolveTarget` finds the cluster, for a command that takes one; undefined if none is
 * named. Throws a `UsageError` if there are several.
 */
export function chooseOne(args: Arguments, config: Config): Options | undefined {
  const choice = chooseClusters(args, config);
  if (choice.kind === 'none') return undefined;
  if (choice.kind === 'one') return choice.flags;
  const { name, profiles } = choice;
  throw new UsageError(`castwatch ${args.command} takes one cluster, and ‘${name}’ means ${profiles.length}`);
}

/**
 * The sources of one cluster of several. A secret of the environment belongs to the cluster that the environment
 * names, or to the only one of the configuration, and to no other.
 */
export function memberOf(profile: string, config: Config): NonNullable<Sources['switchTo']> {
  const [only, ...others] = Object.entries(config.file.clusters ?? {});
  const startUrl =
    only && others.length === 0 ? parseBaseUrl(only[1].url, `clusters.${only[0]}.url`) : undefined;
  return { profile, startUrl, isMember: true };
}

/** These are of one cluster; each of several has its own in the configuration. */
const OF_ONE = [
  'url',
  'username',
  'passwordFile',
  'cloudUrl',
  'apiKeyFile',
  'caFile',
  'allowHttp',
] as const satisfies readonly OptionName[];

function fleet(name: string, profiles: readonly string[], { flags }: Arguments): Choice {
  const wrong = OF_ONE.find((option) => flags[option] !== undefined);
  if (wrong !== undefined) {
    const advice = 'give it in the configuration of each';
    throw new UsageError(`${flagOf(wrong)} is for one cluster, and there are several (${name}): ${advice}`);
  }
  return { kind: 'fleet', name, profiles };
}
