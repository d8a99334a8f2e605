import { isLoopback } from '../base/loopback.ts';
import type { Config } from '../config/load.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import { SLOW_PAINT_MS } from '../ui/slow-link.ts';
import { detectCharset } from '../ui/terminal/detect-charset.ts';
import { AUTO } from '../ui/theme/background.ts';
import type { Arguments } from './options.ts';
import { VERSION } from './parse-words.ts';
import type { WatchOptions } from './watch-options.ts';

/** Whether there is a terminal at both ends, and one that can place a cursor: `dumb` is what editors' shells say. */
export function canDraw(env: NodeJS.ProcessEnv): boolean {
  return process.stdout.isTTY && process.stdin.isTTY && env.TERM !== 'dumb';
}

/** Everything about the face that command line, profile and configuration decide. */
export function watchSettings(
  { options }: Arguments,
  env: NodeJS.ProcessEnv,
  config: Config,
  target: ClusterTarget,
  kind: 'live' | 'demo' = 'live',
): Omit<WatchOptions, 'session' | 'onEnd'> {
  const lowBandwidth = options.lowBandwidth ?? false;
  const charset = options.ascii ? 'ascii' : detectCharset(env);
  return {
    facts: {
      demo: kind === 'demo',
      production: target.production,
      readOnly: target.readOnly,
      insecure: new URL(target.url).protocol === 'http:' && !isLoopback(target.url),
      hasCloud: target.cloudUrl !== undefined && target.apiKey !== undefined,
      username: target.username,
      version: VERSION,
      journalPatterns: target.journalPatterns,
    },
    screen: options.screen ?? 'overview',
    display: {
      units: config.file.units ?? 'bits',
      times: 'relative',
      ascii: charset === 'ascii',
      lowBandwidth,
    },
    charset,
    theme: options.theme ?? target.theme ?? config.file.theme ?? AUTO,
    mouse: options.mouse ?? config.file.mouse ?? false,
    notify: config.file.notify ?? 'bell',
    keys: config.file.keys ?? {},
    env,
    minInterval: lowBandwidth ? SLOW_PAINT_MS : 0,
  };
}
