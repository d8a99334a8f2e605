import { systemClock } from '../base/clock.ts';
import { tellError } from '../base/tell-error.ts';
import type { Line } from '../base/text.ts';
import { connect } from '../http/connect.ts';
import { mergeThresholds } from '../triage/thresholds.ts';
import { detectCharset } from '../ui/terminal/detect-charset.ts';
import { AUTO, backgroundIn, themeFor } from '../ui/theme/background.ts';
import { detectDepth } from '../ui/theme/depth.ts';
import { resolveTheme } from '../ui/theme/resolve.ts';
import type { Arguments } from './options.ts';
import { safeJson, writeOutput } from './output.ts';
import { paintLines } from './paint-lines.ts';
import { collect } from './snapshot-collect.ts';
import { snapshotJson } from './snapshot-json.ts';
import type { SnapshotJson } from './snapshot-schema.ts';
import { snapshotTable } from './snapshot-table.ts';
import { readConfig, readTarget } from './target.ts';

const WHOLE = 0;
const PARTIAL = 1;
const NOTHING = 3;
/** For everything together. */
const TIMEOUT_MS = 60_000;

/**
 * `castwatch snapshot`: one poll of everything, printed. Exit 0 where it is whole, 1 where something is missing, 3
 * where nothing could be read. Undefined where nobody named a cluster.
 */
export async function snapshotCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number | undefined> {
  const config = await readConfig(args);
  const found = await readTarget(args, env, config, systemClock);
  if (!found) return undefined;
  const { target, login } = found;
  const connection = connect({ ...target, ...login, readOnly: true, clock: systemClock });
  try {
    const collected = await collect(connection, target, systemClock, TIMEOUT_MS);
    const thresholds = mergeThresholds(target.thresholds);
    const judge = { thresholds, patterns: target.journalPatterns };
    const snapshot = snapshotJson(collected, judge, systemClock.now());
    const nothing = isNothing(snapshot);
    // The table says in its place what is missing; here is said why there is no table at all.
    if (nothing) tellError(whyNothing(snapshot));
    if (args.options.format !== 'table') await writeOutput(safeJson(snapshot));
    else if (!nothing)
      await writeOutput(
        painted(snapshotTable(snapshot, collected.state), args, env, target.theme ?? config.file.theme),
      );
    if (nothing) return NOTHING;
    return snapshot.partial ? PARTIAL : WHOLE;
  } finally {
    await connection.close();
  }
}

function painted(
  lines: readonly Line[],
  args: Arguments,
  env: NodeJS.ProcessEnv,
  theme: string | undefined,
): string {
  const { isTTY, columns } = process.stdout;
  // FORCE_COLOR is for screens: what goes into a pipe or file is plain text, always.
  const depth = isTTY ? detectDepth(env, true) : 'none';
  return paintLines(lines, {
    theme: depth === 'none' ? undefined : resolveTheme(themeFor(theme ?? AUTO, backgroundIn(env)), depth),
    charset: args.options.ascii ? 'ascii' : detectCharset(env),
    width: isTTY ? columns : undefined,
  });
}

function isNothing({ resources }: SnapshotJson): boolean {
  return Object.values(resources).every((resource) => resource === null || resource.updatedAt === null);
}

function whyNothing({ cluster, resources }: SnapshotJson): string {
  return resources.dashboard.error?.message ?? `nothing could be read of ${cluster.url}`;
}
