import { screenNamed } from '../../actions/screen-table.ts';
import { isLoopback } from '../../base/loopback.ts';
import { tellError } from '../../base/tell-error.ts';
import { timeZoneFault } from '../../base/time-zone.ts';
import type { Config } from '../../config/load.ts';
import { ownCommandsOf } from '../../config/own-commands.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import { SLOW_PAINT_MS } from '../../ui/program/slow-link.ts';
import { detectCharset } from '../../ui/terminal/detect-charset.ts';
import { AUTO } from '../../ui/theme/background.ts';
import type { Arguments } from '../options/options.ts';
import type { WatchOptions } from './watch-options.ts';

/** Why no screen can be drawn, as a sentence; undefined if it can. */
export function whyNoScreen(env: NodeJS.ProcessEnv): string | undefined {
  if (!process.stdout.isTTY) return 'standard output is not a terminal.';
  if (!process.stdin.isTTY) return 'standard input is not a terminal.';
  // Shells inside editors set this.
  return env.TERM === 'dumb' ? 'this terminal cannot place a cursor (TERM=dumb).' : undefined;
}

/** Whether a screen can be drawn; if not, says why on standard error, and what to use `instead`. */
export function hasScreen(env: NodeJS.ProcessEnv, instead: string): boolean {
  const noScreen = whyNoScreen(env);
  if (noScreen !== undefined) tellError(`${noScreen} ${instead}`);
  return noScreen === undefined;
}

/** All settings of the frontend that come from command line, profile and configuration. */
export function watchSettings(
  { options }: Arguments,
  env: NodeJS.ProcessEnv,
  config: Config,
  target: ClusterTarget,
): Omit<WatchOptions, 'session' | 'onEnd'> {
  const lowBandwidth = options.lowBandwidth ?? false;
  const charset = options.ascii ? 'ascii' : detectCharset(env);
  return {
    facts: {
      demo: false,
      production: target.production,
      readOnly: target.readOnly,
      insecure: new URL(target.url).protocol === 'http:' && !isLoopback(target.url),
      // Without TZ the zone of the machine is not asked for here: that takes time at each start.
      zoneFault: env.TZ === undefined ? undefined : timeZoneFault(env.TZ),
      cloudUrl: target.apiKey && target.cloudUrl,
      username: target.username,
      journalPatterns: target.journalPatterns,
    },
    screen: screenNamed(options.screen ?? (options.open === undefined ? 'overview' : 'problems'), 'users'),
    display: {
      units: config.file.units ?? 'bits',
      times: 'relative',
      ascii: charset === 'ascii',
      lowBandwidth,
    },
    charset,
    // Ink's own variable.
    aloud: options.screenReader ?? env.INK_SCREEN_READER === 'true',
    theme: options.theme ?? target.theme ?? config.file.theme ?? AUTO,
    mouse: options.mouse ?? config.file.mouse ?? false,
    notify: config.file.notify ?? 'bell',
    keys: config.file.keys ?? {},
    own: ownCommandsOf(config.file.commands),
    env,
    minInterval: lowBandwidth ? SLOW_PAINT_MS : 0,
  };
}
