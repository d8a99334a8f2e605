import { childEnvironment } from '../../config/child-environment.ts';
import { expandPath } from '../../config/paths.ts';
import { flagOf, optionsOf } from '../options/lookup.ts';
import { UsageError } from '../options/options.ts';
import type { Options } from '../options/table.ts';
import type { ServiceCommand, UnitKind } from './service-units.ts';

/**
 * Variables for the paths of files and for additional authorities; the service manager has its own state directory.
 */
const USER_VARIABLES = ['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'NODE_EXTRA_CA_CERTS'];
const SYSTEM_VARIABLES = ['XDG_CONFIG_HOME', 'NODE_EXTRA_CA_CERTS'];

/**
 * How a service manager starts `castwatch record` with the options and variables of this start. Paths are absolute,
 * because a service has another working directory. Secrets are left out, because other users can read a unit.
 * Throws a `UsageError` for a character that would end a line of the unit, or that is invisible.
 */
export function serviceCommand(
  kind: UnitKind,
  program: readonly string[],
  flags: Options,
  env: NodeJS.ProcessEnv,
): ServiceCommand {
  const options = optionsOf('record').filter(([name]) => name !== 'printUnit');
  const words = options.flatMap(([name, spec]): readonly string[] => {
    const value = flags[name];
    if (value === undefined) return [];
    if (spec.type === 'flag') return [flagOf(name).replace('--', value ? '--' : '--no-')];
    const text = String(value);
    return [flagOf(name), spec.type === 'text' && spec.path ? expandPath(text) : text];
  });
  const others = kind === 'systemd' ? SYSTEM_VARIABLES : USER_VARIABLES;
  const variables = [
    ...options.flatMap(([, spec]) =>
      spec.env === undefined ? [] : [{ name: spec.env, isPath: spec.type === 'text' && spec.path === true }],
    ),
    ...others.map((name) => ({ name, isPath: true })),
  ];
  const environment = variables.flatMap(({ name, isPath }) => {
    const value = env[name];
    return value ? [[name, isPath ? expandPath(value) : value] as const] : [];
  });
  const command = [...program, 'record', ...words];
  for (const text of [...command, ...environment.map(([, value]) => value)]) {
    if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) {
      throw new UsageError(`--print-unit: ${JSON.stringify(text)} has a character that a unit cannot hold`);
    }
  }
  const hidden =
    kind === 'systemd' ? [...command, ...environment.map(([, value]) => value)].find(isHidden) : undefined;
  if (hidden !== undefined) {
    throw new UsageError(
      `--print-unit systemd: the service would not find ${hidden}: home and temporary directories are hidden from it. Move it, for example below /opt or /etc, or use --print-unit systemd-user`,
    );
  }
  return { command, environment };
}

/** Whether `ProtectHome` or `PrivateTmp` of the system's unit hides a path. */
function isHidden(path: string): boolean {
  return /^\/(?:home|root|run\/user|tmp|var\/tmp)(?:\/|$)/.test(path);
}

/** Variables with secrets that the recording needs and that are not written to the unit. */
export function neededSecrets(fromConfig: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  const kept = childEnvironment(env);
  const own = Object.keys(env).filter((name) => env[name] && !(name in kept));
  return [...new Set([...own, ...fromConfig])].toSorted();
}
