import { plainText } from '../../base/safe-text.ts';
import { ConfigError } from '../../config/error.ts';
import { defaultPaths } from '../../config/paths.ts';
import { profileNames } from '../../config/resolve.ts';
import { readConfig } from '../cluster/cluster-target.ts';
import type { Arguments } from '../options/options.ts';
import { writeOutput } from '../output.ts';
import { configCheck } from './check.ts';
import { schemaText } from './json-schema.ts';
import { showConfig } from './show.ts';

/** `castwatch config path|show|check|profiles|schema`. */
export async function configCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number> {
  const [word] = args.input;
  if (word === 'check') return configCheck(args, env);
  if (word === 'schema') {
    await writeOutput(schemaText());
    return 0;
  }
  await writeOutput(plainText(`${await textOf(word, args, env)}\n`));
  return 0;
}

async function textOf(word: string | undefined, args: Arguments, env: NodeJS.ProcessEnv): Promise<string> {
  if (word === 'path') return args.options.config ?? defaultPaths().configFile;
  const config = await readConfig(args);
  if (word === 'show') {
    const { flags, environment } = args;
    return showConfig({ flags, environment, env, config }).trimEnd();
  }
  const names = profileNames(config);
  if (names.length > 0) return names.join('\n');
  throw new ConfigError(
    'profile',
    `${config.path ?? 'the configuration, which is not there yet,'} names no cluster`,
  );
}
