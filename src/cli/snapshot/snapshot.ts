import { sleep, systemClock } from '../../base/clock.ts';
import { MINUTE_MS } from '../../base/durations.ts';
import { safeJson } from '../../base/safe-markup.ts';
import { tellError } from '../../base/tell-error.ts';
import type { Line } from '../../base/text.ts';
import { fitLine } from '../../base/width.ts';
import type { Config } from '../../config/load.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import { connect } from '../../http/connect.ts';
import { journalReach } from '../../triage/memory/journal.ts';
import { mergeThresholds } from '../../triage/thresholds.ts';
import { detectCharset } from '../../ui/terminal/detect-charset.ts';
import { AUTO, backgroundIn, themeFor } from '../../ui/theme/background.ts';
import { detectDepth } from '../../ui/theme/depth.ts';
import { paintLine, type TextLook } from '../../ui/theme/paint-line.ts';
import { resolveTheme } from '../../ui/theme/resolve.ts';
import { snapshotExit } from '../exit-codes.ts';
import { parseFrameSize } from '../options/frame-size.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { parseMoment } from '../options/time-spec.ts';
import { writeOutput } from '../output.ts';
import { keptTokens, readConfig, readTarget } from '../target/target.ts';
import { watchSettings } from '../watch/settings.ts';
import { collectSnapshot } from './collect.ts';
import { snapshotJson } from './json.ts';
import type { SnapshotJson } from './schema.ts';
import { snapshotTable } from './table.ts';

/** Limit for everything together, ms. */
const TIMEOUT_MS = MINUTE_MS;
/** Seconds between two rounds of `--watch`, which read everything. */
const WATCH_S = 10;

/**
 * `castwatch snapshot`: one poll of everything, printed. Exit 0 if it is complete, 1 if something is missing, 3 if
 * nothing could be read. Undefined if no cluster was named.
 */
export async function snapshotCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number | undefined> {
  const { screen, size, format, since, watch } = args.options;
  if (screen === undefined && size !== undefined) throw new UsageError('--size needs --screen NAME');
  if (screen !== undefined && format !== undefined)
    throw new UsageError('--screen prints a screen as it is; leave out --format');
  if (watch && (screen !== undefined || format === 'table'))
    throw new UsageError('--watch prints lines of JSON; leave out --screen and --format table');
  const from = since === undefined ? undefined : parseMoment('--since', since, systemClock.now());
  const frameSize = parseFrameSize(size, process.stdout);
  const config = await readConfig(args);
  const found = await readTarget(args, env, config);
  if (!found) return undefined;
  const { target, login } = found;
  const tokens = keptTokens(args, target);
  const look = textLook(args, env, target, config);
  if (screen !== undefined) {
    const { readFrame } = await import('./screen.ts');
    const settings = watchSettings(args, env, config, target);
    const frame = await readFrame({
      target,
      login,
      tokens,
      settings,
      size: frameSize,
      look,
      timeoutMs: TIMEOUT_MS,
    });
    if (frame.kind === 'nothing') tellError(frame.reason);
    else await writeOutput(frame.text);
    return snapshotExit[frame.kind];
  }
  const judge = { thresholds: mergeThresholds(target.thresholds), patterns: target.journalPatterns };
  const connection = connect({ ...target, ...login, tokens, readOnly: true, clock: systemClock });
  try {
    for (;;) {
      const limits = { timeoutMs: TIMEOUT_MS, judged: journalReach(judge.thresholds), asked: from };
      const collected = await collectSnapshot(connection, target, systemClock, limits);
      const snapshot = snapshotJson(collected, judge, systemClock.now());
      const nothing = isNothing(snapshot);
      // The table itself says what is missing; this says why there is no table at all.
      if (nothing) tellError(whyNothing(snapshot));
      if (watch) {
        const hasReader = await writeOutput(safeJson(snapshot, 'line'));
        if (hasReader) {
          await sleep(systemClock, (args.options.interval ?? WATCH_S) * 1000);
          continue;
        }
      } else if (format !== 'table') await writeOutput(safeJson(snapshot));
      else if (!nothing)
        await writeOutput(painted(snapshotTable(snapshot, collected.state, judge.thresholds), look));
      if (nothing) return snapshotExit.nothing;
      return snapshot.partial ? snapshotExit.partial : snapshotExit.whole;
    }
  } finally {
    await connection.close();
  }
}

function textLook(
  { options }: Arguments,
  env: NodeJS.ProcessEnv,
  target: ClusterTarget,
  config: Config,
): TextLook {
  // FORCE_COLOR is for screens: a pipe or file always gets plain text.
  const depth = process.stdout.isTTY ? detectDepth(env, true) : 'none';
  const theme = options.theme ?? target.theme ?? config.file.theme ?? AUTO;
  return {
    theme: depth === 'none' ? undefined : resolveTheme(themeFor(theme, backgroundIn(env)), depth),
    charset: options.ascii ? 'ascii' : detectCharset(env),
  };
}

function painted(lines: readonly Line[], look: TextLook): string {
  const { isTTY, columns } = process.stdout;
  return paintLines(lines, { ...look, width: isTTY ? columns : undefined });
}

function isNothing({ resources }: SnapshotJson): boolean {
  return Object.values(resources).every((resource) => resource === null || resource.updatedAt === null);
}

function whyNothing({ cluster, resources }: SnapshotJson): string {
  return resources.dashboard.error?.message ?? `nothing could be read of ${cluster.url}`;
}

interface Paint extends TextLook {
  /** Most cells of a row; undefined: as many as it needs. */
  readonly width: number | undefined;
}

/** Rows of text for standard output, each with a newline. */
export function paintLines(lines: readonly Line[], paint: Paint): string {
  const { width } = paint;
  return lines
    .map((line) => paintLine(width === undefined ? line : fitLine(line, width), paint).trimEnd())
    .map((text) => `${text}\n`)
    .join('');
}
