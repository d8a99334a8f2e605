import { isatty } from 'node:tty';
import { screenNames } from '../actions/screen-table.ts';
import { systemClock } from '../base/clock.ts';
import { stillPanes } from '../ui/still-frame.ts';
import { showStill } from '../ui/terminal/still.ts';
import { detectDepth } from '../ui/theme/depth.ts';
import { resolveTheme } from '../ui/theme/resolve.ts';
import { themeNames } from '../ui/theme/themes.ts';
import { VERSION } from './version.ts';

const WORDS_ONLY = ['-h', '--help', '-v', '--version'];

/**
 * Shows the still parts of the first frame before the program is loaded, where the command line will surely lead to
 * a screen; says whether it did. A rough look only: what is right and wrong about the command line, `options.ts`
 * says later.
 */
export function showFirst(argv: readonly string[], env: NodeJS.ProcessEnv): boolean {
  if (
    !isatty(0) ||
    !isatty(1) ||
    env.TERM === 'dumb' ||
    env.INK_SCREEN_READER === 'true' ||
    argv.some((word) => WORDS_ONLY.includes(word))
  )
    return false;
  const option = (name: string) =>
    argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ??
    (argv.includes(`--${name}`) ? argv[argv.indexOf(`--${name}`) + 1] : undefined);
  const [first] = argv;
  const demo = first === 'demo';
  const watches =
    (first === undefined || first.startsWith('-')) &&
    (option('url') ?? option('profile') ?? env.CASTWATCH_URL ?? env.CASTWATCH_PROFILE) !== undefined;
  if (!demo && !watches) return false;
  const theme = option('theme');
  const screen = option('screen');
  const size = { columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 };
  const panes = stillPanes({
    screen: screenNames.find((name) => name === screen) ?? 'overview',
    size,
    facts: {
      demo,
      production: false,
      readOnly: argv.includes('--read-only'),
      insecure: false,
      hasCloud: false,
      username: undefined,
      version: VERSION,
    },
    now: systemClock.now(),
  });
  const name = theme !== undefined && themeNames.includes(theme) ? theme : 'dark';
  showStill(1, panes, resolveTheme(name, detectDepth(env, true)), argv.includes('--ascii'));
  return true;
}
