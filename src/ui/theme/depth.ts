import type { Depth } from './color.ts';

const TRUECOLOR_TERMS = /(-direct|-truecolor)$|^(xterm-)?(kitty|ghostty)|^(alacritty|wezterm|foot|contour)/;
const TRUECOLOR_PROGRAMS = new Set(['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'WarpTerminal', 'Hyper']);

/**
 * How many colours to use. `NO_COLOR` (any value but the empty one) wins over everything, then `FORCE_COLOR`
 * (0 to 3), `CLICOLOR_FORCE` (any value but 0), `CLICOLOR=0`, then what the terminal says of itself. Nothing where the
 * output is no terminal and no colours are forced.
 * @param env the environment of the process
 * @param isTTY whether the output is a terminal
 */
export function detectDepth(env: Readonly<Record<string, string | undefined>>, isTTY: boolean): Depth {
  if (env.NO_COLOR) return 'none';
  const forced = forcedDepth(env.FORCE_COLOR);
  if (forced !== undefined) return forced;
  const isForced = Boolean(env.CLICOLOR_FORCE) && env.CLICOLOR_FORCE !== '0';
  if (!isForced && (!isTTY || env.CLICOLOR === '0')) return 'none';
  const own = ownDepth(env);
  return isForced && own === 'none' ? '16' : own;
}

function ownDepth(env: Readonly<Record<string, string | undefined>>): Depth {
  const term = env.TERM ?? '';
  // terminfo's names of terminals without colours end in -mono or -m.
  if (term === 'dumb' || /^vt\d|-m(ono)?$/.test(term)) return 'none';
  if (/^(truecolor|24bit)$/i.test(env.COLORTERM ?? '')) return 'truecolor';
  if (TRUECOLOR_TERMS.test(term) || env.WT_SESSION) return 'truecolor';
  if (TRUECOLOR_PROGRAMS.has(env.TERM_PROGRAM ?? '')) return 'truecolor';
  // A stock xterm names itself "xterm", which does not tell its colours; only xterm sets this variable.
  if (/-256(color)?$/.test(term) || (term === 'xterm' && env.XTERM_VERSION)) return '256';
  if (env.TERM_PROGRAM === 'Apple_Terminal') return '256';
  return '16';
}

function forcedDepth(value: string | undefined): Depth | undefined {
  if (value === undefined) return undefined;
  if (value === '0' || value === 'false') return 'none';
  if (value === '2') return '256';
  return value === '3' ? 'truecolor' : '16';
}
