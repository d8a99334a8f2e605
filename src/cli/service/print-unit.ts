import { ownCommand } from '../../base/own-command.ts';
import { tellError } from '../../base/tell-error.ts';
import { alertSettings } from '../../config/alerts.ts';
import { alertSecrets, secretVariables } from '../../config/layers.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import { routeSources } from '../../config/route.ts';
import { type SecretSource, sourceOf } from '../../config/secret.ts';
import { chosenTargets, readConfig } from '../cluster/cluster-target.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { writeOutput } from '../output.ts';
import { neededSecrets, serviceCommand } from './service-command.ts';
import { type ServiceName, serviceUnit, type UnitKind } from './units.ts';

/**
 * `--print-unit KIND` of a command: prints the service, and warns of secrets that it will not have. Undefined if no
 * cluster was named. Throws a `UsageError` for what a service cannot do, such as to type a password.
 */
export async function printUnit(
  name: ServiceName,
  kind: UnitKind,
  args: Arguments,
  env: NodeJS.ProcessEnv,
): Promise<number | undefined> {
  const config = await readConfig(args);
  const targets = chosenTargets(args, env, config);
  if (targets.length === 0) return undefined;
  const alerts = alertSettings(config);
  const secrets = [
    ...targets.flatMap(secretsOf),
    ...targets.flatMap(({ name, reach }) =>
      routeSources(reach).map((source) => ({ source, what: `way to ${name}` })),
    ),
    ...alertSecrets(config.file.alerts ?? {}).flatMap((setting) => {
      const source = sourceOf(setting, config.path);
      return source ? [{ source, what: 'secret of alerts' }] : [];
    }),
  ];
  refusePrompt(secrets);
  const files = [
    ...secrets.flatMap(({ source }) => (source.kind === 'file' ? [source.path] : [])),
    ...[...targets, alerts?.alertmanager, alerts?.webhook, alerts?.heartbeat]
      .flatMap((one) => [one?.caFile, one?.reach.clientCert?.cert, one?.reach.clientCert?.key])
      .flatMap((path) => path ?? []),
  ];
  const shared = config.file.history?.directory;
  const start = { name, kind, program: ownCommand(), config: config.path, files, shared };
  await writeOutput(serviceUnit(kind, serviceCommand(start, args.flags, env)));
  const missing = neededSecrets(secretVariables(config), env);
  if (missing.length > 0) {
    tellError(
      `the unit leaves out ${missing.join(', ')}, because other users can read it: use --password-file, or name a file of mode 0600 with them in EnvironmentFile=`,
    );
  }
  for (const { source, what } of kind === 'systemd' ? secrets : []) {
    if (source.kind !== 'command') continue;
    tellError(
      `the service runs the command of the ${what} as a user of its own without a home directory; a file is safer: password: { file: … }`,
    );
  }
  return 0;
}

interface NeededSecret {
  readonly source: SecretSource;
  /** Such as `password of lab`. */
  readonly what: string;
}

/** A server key replaces the login. The key of the cloud interface is read at the start, too. */
function secretsOf({ name, password, serverKey, apiKey, cloudUrl }: ClusterTarget): readonly NeededSecret[] {
  const cloud = cloudUrl === undefined ? undefined : apiKey;
  return [
    serverKey
      ? { source: serverKey, what: `server key of ${name}` }
      : { source: password, what: `password of ${name}` },
    ...(cloud ? [{ source: cloud, what: `API key of ${name}` }] : []),
  ];
}

function refusePrompt(secrets: readonly NeededSecret[]): void {
  const typed = secrets.find(({ source }) => source.kind === 'prompt');
  if (typed === undefined) return;
  throw new UsageError(
    `--print-unit: nobody can type the ${typed.what} for a service: name a file of mode 0600 with --password-file, or in the configuration`,
  );
}
