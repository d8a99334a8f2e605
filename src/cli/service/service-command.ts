import { childEnvironment } from '../../config/child-environment.ts';
import { credentialName } from '../../config/credentials.ts';
import { expandPath } from '../../config/paths.ts';
import { flagOf, optionsOf } from '../options/lookup.ts';
import { UsageError } from '../options/options.ts';
import type { Options } from '../options/table.ts';
import { isBelowHome, type Service, type ServiceName, type UnitKind } from './units.ts';

/** Variables for the paths of files and for additional authorities. */
const USER_VARIABLES = ['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'NODE_EXTRA_CA_CERTS'];
/** The service manager has a state directory of its own, and the configuration is named by its path. */
const SYSTEM_VARIABLES = ['NODE_EXTRA_CA_CERTS'];

/** Where a system service may write. */
const STATE = '/var/lib/castwatch';

/** What this start knows of the service besides its options. */
export interface Start {
  readonly name: ServiceName;
  readonly kind: UnitKind;
  /** The words that start castwatch. */
  readonly program: readonly string[];
  /** The configuration that was read; undefined if there is none. */
  readonly config: string | undefined;
  /** Files that the configuration names for the watched clusters: secrets and certificate authorities. */
  readonly files: readonly string[];
  /** The directory of histories that users share. */
  readonly shared?: string | undefined;
}

/**
 * How a service manager starts a command with the options and variables of this start. Paths are absolute, because a
 * service has another working directory. Secrets are left out, because other users can read a unit; a system service
 * is given the files with them instead. Throws a `UsageError` for a character that would end a line of the unit, or
 * that is invisible, and for a path that the service could not use.
 */
export function serviceCommand(start: Start, flags: Options, env: NodeJS.ProcessEnv): Service {
  const { name, kind, program, config } = start;
  const options = optionsOf(name).filter(([option]) => option !== 'printUnit');
  const paths: { readonly path: string; readonly isWritten: boolean }[] = [];
  const words = options.flatMap(([option, spec]): readonly string[] => {
    const value = flags[option];
    if (value === undefined) return [];
    if (spec.type === 'flag') return [flagOf(option).replace('--', value ? '--' : '--no-')];
    const texts = Array.isArray(value) ? value : [String(value)];
    return texts.flatMap((text: string) => {
      if (spec.type !== 'text' || !spec.path) return [flagOf(option), text];
      const path = expandPath(text);
      // All other paths are read.
      paths.push({ path, isWritten: option === 'log' });
      return [flagOf(option), path];
    });
  });
  const isSystem = kind === 'systemd';
  const variables = [
    ...options.flatMap(([, spec]) =>
      spec.env === undefined ? [] : [{ name: spec.env, isPath: spec.type === 'text' && spec.path === true }],
    ),
    ...(isSystem ? SYSTEM_VARIABLES : USER_VARIABLES).map((variable) => ({ name: variable, isPath: true })),
  ];
  const given: Readonly<Record<string, string | undefined>> =
    isSystem && config !== undefined && flags.config === undefined ? { CASTWATCH_CONFIG: config } : {};
  const environment = variables.flatMap(({ name: variable, isPath }) => {
    const value = given[variable] ?? env[variable];
    return value ? [[variable, isPath ? expandPath(value) : value] as const] : [];
  });
  const service: Service = {
    name,
    shared: start.shared,
    command: [...program, name, ...words],
    environment,
    credentials: isSystem
      ? [
          ...new Set([
            ...(config === undefined ? [] : [config]),
            ...paths.filter(({ isWritten }) => !isWritten).map(({ path }) => path),
            ...start.files,
          ]),
        ].map((path) => ({ name: credentialName(path), path }))
      : [],
  };
  refuseInvisible(service);
  if (isSystem) {
    refuseHidden([
      ...program,
      ...(start.shared === undefined ? [] : [start.shared]),
      ...SYSTEM_VARIABLES.flatMap((variable) => env[variable] ?? []),
    ]);
    refuseReadOnly(paths.filter(({ isWritten }) => isWritten).map(({ path }) => path));
  }
  return service;
}

function refuseInvisible({ command, environment, credentials, shared }: Service): void {
  const texts = [
    ...command,
    ...environment.map(([, value]) => value),
    ...credentials.map(({ path }) => path),
    ...(shared === undefined ? [] : [shared]),
  ];
  const text = texts.find((one) => /[\p{C}\p{Zl}\p{Zp}]/u.test(one));
  if (text === undefined) return;
  throw new UsageError(`--print-unit: ${JSON.stringify(text)} has a character that a unit cannot hold`);
}

function refuseHidden(paths: readonly string[]): void {
  const hidden = paths.find((path) => isBelowHome(path));
  if (hidden === undefined) return;
  throw new UsageError(
    `--print-unit systemd: the service would not find ${hidden}: home and temporary directories are hidden from it. Move it, for example below /opt or /etc, or use --print-unit systemd-user`,
  );
}

function refuseReadOnly(paths: readonly string[]): void {
  const outside = paths.find((path) => !path.startsWith(`${STATE}/`));
  if (outside === undefined) return;
  throw new UsageError(
    `--print-unit systemd: the service could not write ${outside}; name a file below ${STATE}, or use --print-unit systemd-user`,
  );
}

/** Variables with secrets that the service needs and that are not written to the unit. */
export function neededSecrets(fromConfig: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  const kept = childEnvironment(env);
  const own = Object.keys(env).filter((name) => env[name] && !(name in kept));
  return [...new Set([...own, ...fromConfig])].toSorted();
}
