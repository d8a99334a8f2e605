import { systemClock } from '../../base/clock.ts';
import { dateTime } from '../../base/format.ts';
import type { Config } from '../../config/load.ts';
import { defaultPaths, ensurePrivateDirectory, expandPath } from '../../config/paths.ts';
import { profileNames, resolveTarget } from '../../config/resolve.ts';
import { historyFile, openDatabase } from '../../history/database.ts';
import type { Period } from '../../history/samples/range.ts';
import { openTape } from '../../recording/open-tape.ts';
import { importRecording } from '../../session/import-recording.ts';
import { recordedTarget } from '../cluster/bare-target.ts';
import { historyPlace, retentionOf } from '../options/history-options.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { writeOutput } from '../output.ts';

/**
 * `castwatch record --from FILE`: adds a recording to the history of the named cluster, else to that of the profile
 * with the name of the recorded cluster, or to the file of `--file`.
 */
export async function importCommand(
  recording: string,
  args: Arguments,
  env: NodeJS.ProcessEnv,
  config: Config,
): Promise<number> {
  const tape = await openTape(recording);
  try {
    const { cluster, from } = tape;
    if (from === undefined) throw new UsageError(`the recording ${recording} is empty`);
    const { path, shared } = placeOf(cluster, args, env, config);
    await ensurePrivateDirectory(defaultPaths().stateDir);
    const db = await openDatabase(path, { create: true, shared });
    const target = recordedTarget(tape, config.file.defaults?.thresholds);
    const options = { tape, target, db, retention: retentionOf(config), clock: systemClock };
    const { added, known } = await importRecording(options);
    const words =
      added.length === 0
        ? [`nothing was added: the history ${path} already covers this time of ${cluster}`]
        : [`${cluster}, ${stretchWords(added)}, is in the history ${path}`];
    if (added.length > 0 && known.length > 0) {
      words.push(`left out, because the history already had it: ${stretchWords(known)}`);
    }
    await writeOutput(`${words.join('\n')}\n`);
    return 0;
  } finally {
    await tape.close();
  }
}

function stretchWords(stretches: readonly Period[]): string {
  return stretches.map(({ from, to }) => `${dateTime(from)} to ${dateTime(to)}`).join(', ');
}

function placeOf(
  cluster: string,
  args: Arguments,
  env: NodeJS.ProcessEnv,
  config: Config,
): { readonly path: string; readonly shared: boolean } {
  const { file } = args.options;
  if (file !== undefined) return { path: expandPath(file), shared: false };
  const { flags, environment } = args;
  const named = resolveTarget({ flags, environment, env, config });
  const target =
    named ??
    (profileNames(config).includes(cluster)
      ? resolveTarget({ flags: { profile: cluster }, environment: {}, env, config })
      : undefined);
  if (target) {
    const { directory, shared } = historyPlace(config);
    return { path: historyFile(directory, target.url), shared };
  }
  throw new UsageError(
    `which cluster is ‘${cluster}’? Name it with --url or --profile, or a file of its own with --file`,
  );
}
